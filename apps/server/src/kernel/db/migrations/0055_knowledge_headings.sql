-- What a text's heading says is asked for as what stands under it is (docs/decisions/078). Until now a heading was only a part of where a passage stands.
DROP INDEX "knowledge_passages_searched";--> statement-breakpoint
ALTER TABLE "knowledge_passages" DROP COLUMN "searched";--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD COLUMN "heading" text;--> statement-breakpoint
UPDATE "knowledge_passages" SET "heading" = nullif(regexp_replace("place", '^página \d+(, )?', ''), '')
  WHERE "question" IS NULL AND "product" IS NULL AND "place" !~ '(^|, )linha \d+$';--> statement-breakpoint
-- Words that a heading brings are counted once for each passage, as `wordsIn` of write-passages.ts does.
INSERT INTO "knowledge_words" ("tenant_id", "word", "passages")
  SELECT passage."tenant_id", brought.word, count(*)
  FROM "knowledge_passages" passage,
  LATERAL (
    SELECT word FROM regexp_split_to_table(prosa_search_text(passage."heading"), '[^[:alnum:]]+') word WHERE word <> ''
    EXCEPT
    SELECT word FROM regexp_split_to_table(prosa_search_text(passage."text"), '[^[:alnum:]]+') word) brought
  WHERE passage."heading" IS NOT NULL
  GROUP BY 1, 2
  ON CONFLICT ("tenant_id", "word") DO UPDATE SET "passages" = "knowledge_words"."passages" + excluded."passages";--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD COLUMN "searched" "tsvector" GENERATED ALWAYS AS (prosa_searched_in("tenant_id", coalesce("question", '') || ' ' || coalesce("heading", '') || ' ' || "text")) STORED;--> statement-breakpoint
CREATE INDEX "knowledge_passages_searched" ON "knowledge_passages" USING gin ("searched") WITH (fastupdate=false);
