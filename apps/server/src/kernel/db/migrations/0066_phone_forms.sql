DROP INDEX "leads_search";--> statement-breakpoint
DROP INDEX "leads_phone_end";
--> statement-breakpoint
-- The forms in which a phone is searched, a line each: a Brazilian number without and with the ninth digit, its own form last. The same
-- rule as getPhoneForms of the contract.
CREATE FUNCTION prosa_phone_forms(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE
    WHEN digits ~ '^55\d{11}$' AND substr(digits, 5, 1) = '9' THEN left(digits, 4) || right(digits, 8) || E'\n' || digits
    WHEN digits ~ '^55\d{10}$' THEN left(digits, 4) || '9' || right(digits, 8) || E'\n' || digits
    ELSE digits END
  FROM regexp_replace(coalesce(phone, ''), '\D', '', 'g') digits $$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION prosa_phone_forms TO prosa_app;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION prosa_lead_text(name text, company text, phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT public.prosa_fold(coalesce(name, '') || E'\n' || coalesce(company, '')) || E'\n' || public.prosa_phone_forms(phone) $$;
--> statement-breakpoint
-- A stored column keeps the values of the older function until it is created again. later-indexes.ts creates its two indexes.
ALTER TABLE "leads" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "search_text" text GENERATED ALWAYS AS (prosa_lead_text("name", "company", "phone")) STORED;
--> statement-breakpoint
-- As before, but a whole number is compared with each form of the phone: all of them end in the same eight digits.
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
        AND strpos(search_text || E'\n', number || E'\n') > 0 AND search_text LIKE ALL (patterns)
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
