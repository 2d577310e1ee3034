CREATE INDEX "leads_phone_end" ON "leads" USING btree ("tenant_id",right("search_text", 8));
--> statement-breakpoint
-- As before, but nine digits or more are first taken for a whole number, which an index over the ends of phones finds at once; only if no
-- phone ends so are they looked for anywhere.
CREATE OR REPLACE FUNCTION prosa_find_leads(words text[]) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100
  SET search_path = public, pg_temp AS $$
DECLARE
  patterns text[] := ARRAY(
    SELECT '%' || regexp_replace(prosa_fold(word), '([\\%_])', '\\\1', 'g') || '%' FROM unnest(words) word ORDER BY length(word) DESC);
  number text := (SELECT word FROM unnest(words) word WHERE word ~ '^\d{9,}$' LIMIT 1);
BEGIN
  IF number IS NOT NULL THEN
    RETURN QUERY SELECT id FROM leads
      WHERE tenant_id = prosa_tenant() AND right(search_text, 8) = right(number, 8)
        AND right(search_text, length(number)) = number AND search_text LIKE ALL (patterns);
    IF FOUND THEN RETURN; END IF;
  END IF;
  RETURN QUERY SELECT id FROM leads WHERE tenant_id = prosa_tenant() AND search_text LIKE patterns[1] AND search_text LIKE ALL (patterns);
END $$;
