"""Pushing a version into another SPARQL store, in bounded pieces, and making sure that it arrived.

>>> from kg.load import Target, load
>>> load(Version("build"), Target("http://127.0.0.1:7878/store"))  # doctest: +SKIP

A load may be interrupted at any point and run again: the data have no blank nodes, so sending a
piece twice changes nothing. A marker graph on the other side says which version is complete there;
it is taken away before the first piece is sent and written after the counts of all graphs agree.
"""

from kg.load.command import Loaded, load
from kg.load.target import Credentials, Target

__all__ = ["Credentials", "Loaded", "Target", "load"]
