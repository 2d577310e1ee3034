-- Search that hears no accents. All three extensions are trusted: whoever owns the database may make them.
CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA public;
--> statement-breakpoint
-- unaccent() alone is only stable, because its dictionary could be changed; ours is the one it came with.
CREATE FUNCTION prosa_fold(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, normalize(said, NFC))) $$;
--> statement-breakpoint
CREATE FUNCTION prosa_lead_text(name text, company text, phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT public.prosa_fold(coalesce(name, '') || E'\n' || coalesce(company, '')) || E'\n' || regexp_replace(coalesce(phone, ''), '\D', '', 'g') $$;
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "search_text" text GENERATED ALWAYS AS (prosa_lead_text("name", "company", "phone")) STORED;--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin ("tenant_id","search_text" gin_trgm_ops);
--> statement-breakpoint
-- The tenant's leads in which every word stands somewhere. Under row-level security LIKE may not go to an index, because it is not
-- leakproof; so the search runs as the owner, with the tenant of the transaction as its first condition, and answers ids only: what is
-- read by them passes the policies as ever.
CREATE FUNCTION prosa_find_leads(words text[]) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100
  SET search_path = public, pg_temp AS $$
DECLARE patterns text[] := ARRAY(
  SELECT '%' || regexp_replace(prosa_fold(word), '([\\%_])', '\\\1', 'g') || '%' FROM unnest(words) word ORDER BY length(word) DESC);
BEGIN
  RETURN QUERY SELECT id FROM leads WHERE tenant_id = prosa_tenant() AND search_text LIKE patterns[1] AND search_text LIKE ALL (patterns);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION prosa_find_leads FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION prosa_find_leads TO prosa_app;
