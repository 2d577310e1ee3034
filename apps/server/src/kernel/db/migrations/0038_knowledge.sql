-- Text as it is searched, of passages and of questions alike: without accents, plurals of their own put right before stemming (the
-- portuguese stemmer parts 'reuniões' from 'reunião'), numbers also without what parts their digits.
CREATE FUNCTION prosa_search_text(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT regexp_replace(regexp_replace(regexp_replace(
        public.prosa_fold(coalesce(said, '')), '\m([a-z]{2,})(oes|aes|aos)\M', '\1ao', 'g'), '\m([a-z]{2,})eis\M', '\1el', 'g'), '\m([a-z]{2,})ais\M', '\1al', 'g')
      || coalesce((SELECT ' ' || string_agg(regexp_replace(number[1], '\D', '', 'g'), ' ') FROM regexp_matches(said, '\d[\d./-]*\d', 'g') number), '')
  $$;
--> statement-breakpoint
CREATE FUNCTION prosa_searched(said text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT to_tsvector('pg_catalog.portuguese'::regconfig, public.prosa_search_text(said)) $$;
--> statement-breakpoint
CREATE TABLE "knowledge_passages" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"place" text,
	"text" text NOT NULL,
	"question" text,
	"product" jsonb,
	"valid_until" date,
	"searched" "tsvector" GENERATED ALWAYS AS (prosa_searched(coalesce("question", '') || ' ' || "text")) STORED,
	CONSTRAINT "knowledge_passages_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "knowledge_questions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"text" text NOT NULL,
	"folded" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"agent_id" uuid,
	"lead_id" uuid,
	"conversation_id" uuid,
	"state" text NOT NULL,
	"answer" text,
	"answered_by" uuid,
	"last_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_questions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "knowledge_sources" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"agent_ids" uuid[],
	"state" text NOT NULL,
	"error" text,
	"report" text[] DEFAULT '{}' NOT NULL,
	"passages" integer DEFAULT 0 NOT NULL,
	"text" text,
	"digest" text,
	"revision" integer DEFAULT 0 NOT NULL,
	"client_key" text,
	"updated_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_sources_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "knowledge_words" (
	"tenant_id" uuid NOT NULL,
	"word" text NOT NULL,
	"passages" integer NOT NULL,
	CONSTRAINT "knowledge_words_tenant_id_word_pk" PRIMARY KEY("tenant_id","word")
);
--> statement-breakpoint
CREATE TABLE "message_basis" (
	"tenant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"passages" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_basis_tenant_id_message_id_pk" PRIMARY KEY("tenant_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_tenant_id_source_id_knowledge_sources_tenant_id_id_fk" FOREIGN KEY ("tenant_id","source_id") REFERENCES "public"."knowledge_sources"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_questions" ADD CONSTRAINT "knowledge_questions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD CONSTRAINT "knowledge_sources_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_words" ADD CONSTRAINT "knowledge_words_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_basis" ADD CONSTRAINT "message_basis_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_passages_place" ON "knowledge_passages" USING btree ("tenant_id","source_id","position");--> statement-breakpoint
CREATE INDEX "knowledge_passages_searched" ON "knowledge_passages" USING gin ("tenant_id","searched");--> statement-breakpoint
CREATE INDEX "knowledge_questions_newest" ON "knowledge_questions" USING btree ("tenant_id","last_at","id");--> statement-breakpoint
CREATE INDEX "knowledge_questions_lead" ON "knowledge_questions" USING btree ("tenant_id","lead_id");--> statement-breakpoint
CREATE INDEX "knowledge_sources_newest" ON "knowledge_sources" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_sources_client_key" ON "knowledge_sources" USING btree ("tenant_id","client_key") WHERE "knowledge_sources"."client_key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "knowledge_words_like" ON "knowledge_words" USING gin ("tenant_id","word" gin_trgm_ops);
--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['knowledge_sources', 'knowledge_passages', 'knowledge_words', 'knowledge_questions', 'message_basis']) AS t;
--> statement-breakpoint
-- Neither @@ nor % is leakproof, so under row-level security they may not go to an index (docs/decisions/016): these run as the owner, with the
-- tenant of the transaction as their first condition, and what is read by the ids passes the policies as ever.
--
-- The passages in which most of what is asked stands. groups: [{"words": [...], "weight": 1.5}], each a word of the question with what it may
-- mean; a passage's score is the sum of the weights of the groups that it holds.
CREATE FUNCTION prosa_find_passages(groups jsonb, agent uuid, most integer) RETURNS TABLE (id uuid, score real)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 40 SET search_path = public, pg_temp AS $$
DECLARE
  queries tsquery[] := '{}';
  weights real[] := '{}';
  asked tsquery;
  one tsquery;
  entry jsonb;
BEGIN
  FOR entry IN SELECT * FROM jsonb_array_elements(groups) LOOP
    SELECT string_agg('(' || alternative::text || ')', ' | ')::tsquery INTO one
      FROM jsonb_array_elements_text(entry -> 'words') word, plainto_tsquery('pg_catalog.portuguese', prosa_search_text(word)) alternative
      WHERE numnode(alternative) > 0;
    CONTINUE WHEN one IS NULL;
    queries := queries || one;
    weights := weights || (entry ->> 'weight')::real;
    asked := CASE WHEN asked IS NULL THEN one ELSE asked || one END;
  END LOOP;
  IF asked IS NULL THEN RETURN; END IF;
  RETURN QUERY
    SELECT passage.id, (SELECT sum(weights[at]) FROM generate_subscripts(queries, 1) at WHERE passage.searched @@ queries[at])::real AS found
    FROM knowledge_passages passage
    JOIN knowledge_sources source ON source.tenant_id = passage.tenant_id AND source.id = passage.source_id
    WHERE passage.tenant_id = prosa_tenant() AND passage.searched @@ asked
      AND (source.agent_ids IS NULL OR agent IS NULL OR agent = ANY (source.agent_ids))
    ORDER BY found DESC, ts_rank(passage.searched, asked, 1) DESC, passage.id
    LIMIT most;
END $$;
--> statement-breakpoint
-- Words of the passages that each of some words may have been meant as, the most like it first.
CREATE FUNCTION prosa_like_words(asked text[], most integer) RETURNS TABLE (asked_word text, word text, passages integer)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 SET search_path = public, pg_temp SET pg_trgm.similarity_threshold = 0.22 AS $$
BEGIN
  RETURN QUERY
    SELECT wanted, found.word, found.passages
    FROM unnest(asked) wanted,
    LATERAL (
      SELECT known.word, known.passages FROM knowledge_words known
      WHERE known.tenant_id = prosa_tenant() AND known.word % wanted AND known.passages > 0
      ORDER BY similarity(known.word, wanted) DESC, known.word
      LIMIT most) found;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION prosa_find_passages, prosa_like_words FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION prosa_find_passages, prosa_like_words TO prosa_app;
