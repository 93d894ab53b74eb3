"""What ``kg import`` takes for large files: time beside a plain pass over the same bytes, growth, and memory.

``python -m benchmarks.importing --megabytes 200`` writes a file of that size for each family, checks it, and
prints processor time, peak memory, the ratio to the usual reader of the same file, and the growth from half
the size. Text that must be read as a whole has a limit that its refusal names: 24 MB for a page (Markdown, HTML,
pasted text), 4 MB for YAML, a million values for a JSON document that is no list of records. CSV, JSON lists,
JSON Lines, Papers with Code dumps and Parquet pass through in pieces, and a line of CSV has at most 8 MB.

What the whole run gives stands in ``docs/import.md``. ``kg build`` takes 1.3 ms and 40 kB a result, both growing
with their number only: 22,000 results 27 s and 1.1 GB, 87,000 results 112 s and 3.7 GB; most of it is the writing
of all formats.
"""
