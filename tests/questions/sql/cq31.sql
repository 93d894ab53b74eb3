-- The results of a benchmark in percent.
SELECT method_label AS "methodLabel", metric_label AS "metricLabel", value, printed, unit,
       value * CASE unit WHEN 'http://qudt.org/vocab/unit/PERCENT' THEN 1 WHEN 'http://qudt.org/vocab/unit/FRACTION' THEN 100 END
         AS converted,
       direction, reproduction_status AS status, result
FROM results WHERE benchmark = $benchmark
