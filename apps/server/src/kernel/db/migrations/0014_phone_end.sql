CREATE INDEX "leads_phone_end" ON "leads" USING btree ("tenant_id",right("search_text", 8));
--> statement-breakpoint
-- As before, but eight digits or more are first taken for the end of a phone, which an index of its own finds at once; only if there is
-- none that ends so are they looked for anywhere.
CREATE OR REPLACE FUNCTION prosa_find_leads(words text[]) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100
  SET search_path = public, pg_temp AS $$
DECLARE
  patterns text[] := ARRAY(
    SELECT '%' || regexp_replace(prosa_fold(word), '([\\%_])', '\\\1', 'g') || '%' FROM unnest(words) word ORDER BY length(word) DESC);
  phone_end text := (SELECT right(word, 8) FROM unnest(words) word WHERE word ~ '^\d{8,}$' LIMIT 1);
BEGIN
  IF phone_end IS NOT NULL THEN
    RETURN QUERY SELECT id FROM leads
      WHERE tenant_id = prosa_tenant() AND right(search_text, 8) = phone_end AND search_text LIKE ALL (patterns);
    IF FOUND THEN RETURN; END IF;
  END IF;
  RETURN QUERY SELECT id FROM leads WHERE tenant_id = prosa_tenant() AND search_text LIKE patterns[1] AND search_text LIKE ALL (patterns);
END $$;
