-- Points that no other point of the table beats in both metrics; both are higher is better here.
WITH rows AS (
  SELECT a.method, a.comparison_group AS "groupX", b.comparison_group AS "groupY", a.value AS x, b.value AS y,
         a.printed AS "printedX", b.printed AS "printedY", a.result AS "resultX", b.result AS "resultY"
  FROM results a JOIN results b USING (method, leaderboard, benchmark)
  WHERE a.benchmark = $benchmark AND a.metric = $x AND b.metric = $y
)
SELECT method, "printedX", "printedY", "resultX", "resultY", "groupX", "groupY"
FROM rows p
WHERE (SELECT count(*) FROM rows q WHERE q.x >= p.x AND q.y >= p.y AND (q.x > p.x OR q.y > p.y)) = 0
