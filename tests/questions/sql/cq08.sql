-- Pairs of results of two methods inside one comparison group, and who is ahead.
WITH rows AS (
  SELECT *, value * CASE unit WHEN 'http://qudt.org/vocab/unit/PERCENT' THEN 0.01 ELSE 1 END AS same_unit FROM results
)
SELECT a.comparison_group AS "group", a.result AS "resultA", b.result AS "resultB",
       a.same_unit AS "valueA", b.same_unit AS "valueB",
       CASE WHEN a.same_unit = b.same_unit THEN 'tie'
            WHEN (a.same_unit > b.same_unit) = (a.direction LIKE '%#HigherIsBetter') THEN a.method_label
            ELSE b.method_label END AS ahead,
       abs(a.same_unit - b.same_unit) AS "by"
FROM rows a JOIN rows b USING (comparison_group)
WHERE a.method = $a AND b.method = $b
