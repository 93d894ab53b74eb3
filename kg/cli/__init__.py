"""The command line, one module a command: each parses and prints; the work is done elsewhere.

Exit status 0: fine; 1: the data have violations or rejected cells; 2: the call or the tool failed.
"""

from kg.cli.running import main

__all__ = ["main"]
