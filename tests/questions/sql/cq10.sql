-- The methods with results on a data set. Copied values stand in a column of their own.
SELECT method,
       count(*) FILTER (reproduction_status NOT LIKE '%#Copied') AS results,
       count(*) FILTER (reproduction_status LIKE '%#Copied') AS copied,
       count(DISTINCT benchmark) AS benchmarks,
       count(DISTINCT source) AS sources
FROM results WHERE list_contains(string_split(dataset, ' '), $dataset)
GROUP BY method
