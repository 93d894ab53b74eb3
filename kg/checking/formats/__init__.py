"""A verdict in the forms that people and machines read: one module a form."""
