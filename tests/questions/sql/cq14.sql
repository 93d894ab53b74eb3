-- Positions inside comparison groups, of the methods that have whole benchmarks of two data sets (here: families).
WITH ranked AS (
  SELECT *, CASE direction WHEN 'https://w3id.org/leaderboard-kg/ontology#HigherIsBetter' THEN value
                           WHEN 'https://w3id.org/leaderboard-kg/ontology#LowerIsBetter' THEN -value END AS score
  FROM results WHERE subset IS NULL OR subset = 'hard case'
), best AS (
  SELECT *, rank() OVER (PARTITION BY comparison_group ORDER BY score DESC) AS position,
         count(*) OVER (PARTITION BY comparison_group) AS "of"
  FROM ranked
)
SELECT comparison_group AS "group", position, "of", method, value, printed, unit, direction,
       reproduction_status AS status, result
FROM best
WHERE method IN (SELECT method FROM results WHERE subset IS NULL OR subset = 'hard case'
                 GROUP BY method HAVING count(DISTINCT dataset) > 1)
