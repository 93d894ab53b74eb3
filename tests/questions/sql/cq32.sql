-- Means over the ten parts of U-MRG-14K (test), in the unit fraction.
SELECT method, metric, leaderboard,
       round(sum(CAST(value AS DECIMAL(18, 8))) * CAST(0.01 AS DECIMAL(3, 2)) / count(*), 6)::DECIMAL(18, 6) AS mean,
       count(*) || ' of ' || (SELECT count(DISTINCT subset) FROM results WHERE dataset LIKE '%/u-mrg-14k') AS tasks
FROM results WHERE dataset LIKE '%/u-mrg-14k' AND subset IS NOT NULL
GROUP BY method, metric, leaderboard
