"""From a file as people have it to a proposal of what it says: a ``source.toml`` that a person reads and mends.

Nothing here is published: what the page states is taken over with its place, what is filled in carries its
reason and is marked as inferred, and what stays open is a question for the person.
"""
