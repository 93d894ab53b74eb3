"""Leaderboard results as linked data you can query, download and check."""

__version__ = "0.1.0"
