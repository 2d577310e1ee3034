-- As before, and never more work than some thousands of leads take. An index of trigrams knows nothing of words without three letters or
-- digits in a row: a search of such words only is for the newest leads. What more leads have than anybody reads finds that many of them, and
-- the newest besides.
CREATE OR REPLACE FUNCTION prosa_find_leads(words text[]) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100
  SET search_path = public, pg_temp AS $$
DECLARE
  most CONSTANT integer := 5000;
  patterns text[] := ARRAY(SELECT '%' || regexp_replace(prosa_fold(word), '([\\%_])', '\\\1', 'g') || '%' FROM unnest(words) word);
  -- What the index knows of them, the rarest first as far as one can tell.
  known text[] := ARRAY(
    SELECT '%' || run[1] || '%' FROM unnest(words) word, regexp_matches(prosa_fold(word), '[[:alnum:]]{3,}', 'g') run ORDER BY length(run[1]) DESC);
  number text := (SELECT word FROM unnest(words) word WHERE word ~ '^\d{9,}$' LIMIT 1);
  anywhere uuid[];
  looked_at integer;
BEGIN
  IF number IS NOT NULL THEN
    RETURN QUERY SELECT id FROM leads
      WHERE tenant_id = prosa_tenant() AND right(search_text, 8) = right(number, 8)
        AND right(search_text, length(number)) = number AND search_text LIKE ALL (patterns)
      LIMIT most;
    IF FOUND THEN RETURN; END IF;
  END IF;
  IF cardinality(known) > 0 THEN
    SELECT array_agg(id) FILTER (WHERE search_text LIKE ALL (patterns)), count(*) INTO anywhere, looked_at
    FROM (
      SELECT id, search_text FROM leads
      WHERE tenant_id = prosa_tenant() AND search_text LIKE known[1]
        AND search_text LIKE coalesce(known[2], known[1]) AND search_text LIKE coalesce(known[3], known[1])
      LIMIT most) found;
    RETURN QUERY SELECT unnest(anywhere);
    IF looked_at < most THEN RETURN; END IF;
  END IF;
  RETURN QUERY SELECT id
    FROM (SELECT id, search_text FROM leads WHERE tenant_id = prosa_tenant() ORDER BY created_at DESC, id DESC LIMIT most) newest
    WHERE newest.search_text LIKE ALL (patterns);
END $$;
