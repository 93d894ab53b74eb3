-- All results of one method with their places.
SELECT result, printed, value, unit, direction, printed_method AS "printedMethod",
       file || ':' || line || ':' || "column" AS place
FROM results WHERE method = $method
