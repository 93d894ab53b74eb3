"""How quickly the shapes are checked: pySHACL beside the fast engine, and the fast engine at size."""
