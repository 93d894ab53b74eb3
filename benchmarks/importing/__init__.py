"""What ``kg import`` takes for large files: time beside a plain pass over the same bytes, growth, and memory.

``python -m benchmarks.importing --megabytes 200`` writes a file of that size for each family, checks it, and
prints processor time, peak memory, the ratio to the usual reader of the same file, and the growth from half
the size. Text that must be read as a whole has a limit that its refusal names: 24 MB for a page (Markdown, HTML,
pasted text), 4 MB for YAML, a million values for a JSON document that is no list of records. CSV, JSON lists,
JSON Lines, Papers with Code dumps and Parquet pass through in pieces, and a line of CSV has at most 8 MB.

Of 5 MB on a busy machine, in microseconds of processor time a byte, and peak memory: wide CSV (430,000 results)
2.4 and 370 MB, long CSV 1.2 and 220 MB, a JSON list 1.6 and 360 MB, Papers with Code 0.6 and 170 MB, HTML 1.7 and
320 MB, Markdown 3.7 and 310 MB. ``kg build`` takes 1.3 ms and 40 kB a result, both growing with their number only:
22,000 results 27 s and 1.1 GB, 87,000 results 112 s and 3.7 GB; most of it is the writing of all formats.
"""
