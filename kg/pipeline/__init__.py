"""The whole road in one call: find the pages, read, assemble, write, check, publish."""
