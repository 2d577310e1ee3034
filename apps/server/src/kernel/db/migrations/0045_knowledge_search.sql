-- What a search cost (docs/decisions/060). An index over the tenant and pieces of words, or words, reads all that the tenant has for each that is
-- looked for: PostgreSQL chose to read the tables instead, and so it did for each of some forty words of a question. Now forms of a word are found
-- by how they begin, slips by how they begin or end, and a passage's words carry the end of their tenant's id, so that each tenant has lists of its own.
DROP INDEX "knowledge_words_like";--> statement-breakpoint
DROP INDEX "knowledge_passages_searched";--> statement-breakpoint
ALTER TABLE "knowledge_passages" drop column "searched";--> statement-breakpoint
DROP FUNCTION prosa_like_words, prosa_find_passages, prosa_searched;--> statement-breakpoint
CREATE FUNCTION prosa_searched_in(tenant uuid, said text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT array_to_tsvector(ARRAY(
      SELECT right(tenant::text, 6) || lexeme FROM unnest(to_tsvector('pg_catalog.portuguese'::regconfig, public.prosa_search_text(said)))))
  $$;
--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD COLUMN "searched" "tsvector" GENERATED ALWAYS AS (prosa_searched_in("tenant_id", coalesce("question", '') || ' ' || "text")) STORED;--> statement-breakpoint
CREATE INDEX "knowledge_words_start" ON "knowledge_words" USING btree ("tenant_id","word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "knowledge_words_end" ON "knowledge_words" USING btree ("tenant_id",reverse("word") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "knowledge_passages_searched" ON "knowledge_passages" USING gin ("searched") WITH (fastupdate=false);--> statement-breakpoint
-- As before these run as the owner, for the tenant of the transaction alone (docs/decisions/016).
--
-- The passages in which most of what is asked stands, the shorter first, of all sources but some. groups: [{"words": [...], "weight": 1.5}], each a
-- word of the question with what it may mean; a passage's score is the sum of the weights of the groups that it holds. Each group is asked by itself,
-- from the index alone: to hold a passage against a group unpacks its words, which the planner takes for free. OFFSET 0 keeps the tenant's own
-- index out of it.
CREATE FUNCTION prosa_find_passages(groups jsonb, beside uuid[], most integer) RETURNS TABLE (id uuid, score real)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 40 SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  mine uuid := prosa_tenant();
  ids uuid[] := '{}';
  sizes integer[] := '{}';
  weights real[] := '{}';
  holding uuid[];
  holding_sizes integer[];
  asked tsquery;
  entry jsonb;
BEGIN
  FOR entry IN SELECT * FROM jsonb_array_elements(groups) LOOP
    SELECT string_agg('(' || alternative || ')', ' | ')::tsquery INTO asked
      FROM jsonb_array_elements_text(entry -> 'words') word,
      LATERAL (SELECT string_agg(quote_literal(lexeme), ' & ') AS alternative FROM unnest(prosa_searched_in(mine, word))) said
      WHERE alternative IS NOT NULL;
    CONTINUE WHEN asked IS NULL;
    SELECT array_agg(held.id), array_agg(held.size) INTO holding, holding_sizes
      FROM (
        SELECT passage.id, passage.tenant_id, passage.source_id, octet_length(passage.text) AS size
        FROM knowledge_passages passage WHERE passage.searched @@ asked OFFSET 0) held
      WHERE held.tenant_id = mine AND held.source_id <> ALL (beside);
    CONTINUE WHEN holding IS NULL;
    ids := ids || holding;
    sizes := sizes || holding_sizes;
    weights := weights || array_fill((entry ->> 'weight')::real, ARRAY[cardinality(holding)]);
  END LOOP;
  RETURN QUERY
    SELECT held.id, sum(held.weight)::real AS found FROM unnest(ids, weights, sizes) AS held (id, weight, size)
    GROUP BY held.id, held.size ORDER BY found DESC, held.size, held.id LIMIT most;
END $$;
--> statement-breakpoint
-- Words of the passages that may be forms of some words, the most like each first: a form has the first letters of its word (`isForm`).
CREATE FUNCTION prosa_word_forms(asked text[], most integer) RETURNS TABLE (asked_word text, word text, passages integer)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 SET search_path = public, pg_temp AS $$
DECLARE
  mine uuid := prosa_tenant();
BEGIN
  RETURN QUERY
    SELECT wanted, found.word, found.passages
    FROM unnest(asked) wanted, left(wanted, greatest(4, length(wanted) - 6)) start,
    LATERAL (
      SELECT near.word, near.passages FROM (
        SELECT known.word, known.passages FROM knowledge_words known
        WHERE known.tenant_id = mine AND known.word IN (wanted, wanted || 's', regexp_replace(wanted, 's$', ''))
        UNION
        SELECT known.word, known.passages FROM knowledge_words known
        WHERE known.tenant_id = mine AND length(start) > 3 AND known.word ~>=~ start AND known.word ~<~ (start || U&'\+10FFFF')
          AND length(known.word) <= length(wanted) + 6) near
      WHERE near.passages > 0
      ORDER BY similarity(near.word, wanted) DESC, near.word
      LIMIT most) found;
END $$;
--> statement-breakpoint
-- Words of the passages that each of some words may have been meant as, the most like it first: a slip leaves the beginning or the end as it was.
CREATE FUNCTION prosa_word_slips(asked text[], most integer) RETURNS TABLE (asked_word text, word text, passages integer)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 SET search_path = public, pg_temp AS $$
DECLARE
  mine uuid := prosa_tenant();
BEGIN
  RETURN QUERY
    SELECT wanted, found.word, found.passages
    FROM unnest(asked) wanted, LATERAL (SELECT CASE WHEN length(wanted) > 5 THEN 3 ELSE 2 END AS kept) part,
    left(wanted, kept) start, reverse(right(wanted, kept)) ending,
    LATERAL (
      SELECT near.word, near.passages FROM (
        SELECT known.word, known.passages FROM knowledge_words known
        WHERE known.tenant_id = mine AND known.word ~>=~ start AND known.word ~<~ (start || U&'\+10FFFF')
        UNION
        SELECT known.word, known.passages FROM knowledge_words known
        WHERE known.tenant_id = mine AND reverse(known.word) ~>=~ ending AND reverse(known.word) ~<~ (ending || U&'\+10FFFF')) near
      WHERE near.passages > 0 AND abs(length(near.word) - length(wanted)) <= 2
      ORDER BY similarity(near.word, wanted) DESC, near.word
      LIMIT most) found;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION prosa_find_passages, prosa_word_forms, prosa_word_slips FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION prosa_find_passages, prosa_word_forms, prosa_word_slips TO prosa_app;
