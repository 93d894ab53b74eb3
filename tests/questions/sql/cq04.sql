-- The best row of each comparison group, by the direction of its metric; ties all stand.
WITH ranked AS (
  SELECT *, value * CASE unit WHEN 'http://qudt.org/vocab/unit/PERCENT' THEN 0.01 ELSE 1 END AS same_unit
  FROM results
  WHERE direction IN ('https://w3id.org/leaderboard-kg/ontology#HigherIsBetter',
                      'https://w3id.org/leaderboard-kg/ontology#LowerIsBetter')
    AND unit IS NOT NULL
), best AS (
  SELECT comparison_group,
         CASE WHEN direction LIKE '%#HigherIsBetter' THEN max(same_unit) ELSE min(same_unit) END AS same_unit
  FROM ranked GROUP BY comparison_group, direction
)
SELECT comparison_group AS "group", method, value, printed, unit, reproduction_status AS status, result
FROM ranked JOIN best USING (comparison_group, same_unit)
