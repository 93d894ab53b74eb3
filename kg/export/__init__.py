"""The files of a build: graph formats, result tables, data-set descriptions; the same bytes each time."""
