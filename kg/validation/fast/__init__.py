"""Checks the same shapes as pySHACL over columns of numbers instead of one node at a time.

A graph is held as integer columns, one pair of columns for each predicate (:mod:`.table`); a shape is
evaluated for all its focus nodes at once (:mod:`.checks`). A constraint that is not known here is
refused by name (:class:`~kg.errors.UnsupportedConstraint`), never passed. Nothing is inferred, and
neither data nor shapes are changed.
"""
