-- Results that another paper printed than the one that introduced the method, copies left out.
SELECT result, method_label AS "methodLabel", printed, unit, reported_in AS "reportedIn", introduced_in AS "introducedIn"
FROM results
WHERE introduced_in IS NOT NULL AND reported_in IS NOT NULL AND introduced_in <> reported_in
  AND reproduction_status NOT LIKE '%#Copied'
