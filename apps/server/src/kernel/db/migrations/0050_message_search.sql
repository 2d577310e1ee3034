CREATE TABLE "message_search" (
	"tenant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"source" text NOT NULL,
	"conversation_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"words" text[] NOT NULL,
	"searched" "tsvector" NOT NULL,
	CONSTRAINT "message_search_tenant_id_message_id_source_pk" PRIMARY KEY("tenant_id","message_id","source")
);
--> statement-breakpoint
CREATE TABLE "message_search_due" (
	"tenant_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "message_search_due_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" uuid NOT NULL,
	CONSTRAINT "message_search_due_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "message_words" (
	"tenant_id" uuid NOT NULL,
	"word" text NOT NULL,
	"written" text NOT NULL,
	"messages" integer NOT NULL,
	CONSTRAINT "message_words_tenant_id_word_pk" PRIMARY KEY("tenant_id","word")
);
--> statement-breakpoint
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_words" ADD CONSTRAINT "message_words_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_search_newest" ON "message_search" USING btree ("tenant_id","at","message_id");--> statement-breakpoint
CREATE INDEX "message_search_conversation" ON "message_search" USING btree ("tenant_id","conversation_id","at");--> statement-breakpoint
CREATE INDEX "message_search_searched" ON "message_search" USING gin ("searched") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "message_words_start" ON "message_words" USING btree ("tenant_id","word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "message_words_end" ON "message_words" USING btree ("tenant_id",reverse("word") text_pattern_ops);
--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['message_search', 'message_search_due', 'message_words']) AS t;
--> statement-breakpoint
-- Whatever writes or changes what a message says, or where it stands, leaves a note of it; a job looks at it behind whoever sends.
CREATE FUNCTION prosa_messages_due() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO message_search_due (tenant_id, message_id) SELECT tenant_id, id FROM written;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION prosa_message_due() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO message_search_due (tenant_id, message_id) VALUES (NEW.tenant_id, NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER message_written AFTER INSERT ON "messages" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION prosa_messages_due();
--> statement-breakpoint
CREATE TRIGGER past_message_written AFTER INSERT ON "past_messages" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION prosa_messages_due();
--> statement-breakpoint
CREATE TRIGGER message_reworded AFTER UPDATE ON "messages" FOR EACH ROW
  WHEN (OLD.content <> NEW.content OR OLD.conversation_id <> NEW.conversation_id OR OLD.type <> NEW.type OR OLD.revoked_at IS DISTINCT FROM NEW.revoked_at
    OR OLD.transcript IS DISTINCT FROM NEW.transcript OR OLD.attachment ->> 'filename' IS DISTINCT FROM NEW.attachment ->> 'filename')
  EXECUTE FUNCTION prosa_message_due();
--> statement-breakpoint
CREATE TRIGGER past_message_reworded AFTER UPDATE ON "past_messages" FOR EACH ROW
  WHEN (OLD.content <> NEW.content OR OLD.conversation_id <> NEW.conversation_id OR OLD.attachment ->> 'filename' IS DISTINCT FROM NEW.attachment ->> 'filename')
  EXECUTE FUNCTION prosa_message_due();
--> statement-breakpoint
-- What there is already, so that the newest are looked at first.
INSERT INTO "message_search_due" ("tenant_id", "message_id") SELECT tenant_id, id FROM (
  SELECT tenant_id, id, created_at FROM messages WHERE content <> '' OR transcript IS NOT NULL OR attachment IS NOT NULL
  UNION ALL SELECT tenant_id, id, said_at FROM past_messages) said ORDER BY created_at, id;
--> statement-breakpoint
-- The words of a text as they are asked for. Each organisation and month has lists of its own in the index. What nobody types, a word of thousands of
-- letters or a text of a book's length, would be refused by PostgreSQL, and with it everything that is looked at beside it.
CREATE FUNCTION prosa_searched_when(tenant uuid, said_at timestamptz, said text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE
  SET search_path = public, pg_temp AS $$
    SELECT array_to_tsvector(ARRAY(
      SELECT right(tenant::text, 6) || to_char(said_at AT TIME ZONE 'UTC', 'YYMM') || lexeme
      FROM unnest(to_tsvector('pg_catalog.portuguese'::regconfig, prosa_search_text(left(said, 100000)))) WHERE length(lexeme) <= 100))
  $$;
--> statement-breakpoint
-- What a search looks for: every lexeme of the asked words, in the order in which they are asked.
CREATE FUNCTION prosa_asked_lexemes(asked text[]) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
    SELECT coalesce(array_agg(DISTINCT lexeme), '{}') FROM unnest(asked) word, unnest(to_tsvector('pg_catalog.portuguese'::regconfig, prosa_search_text(word)))
  $$;
--> statement-breakpoint
-- As prosa_find_leads: runs as the owner, for the tenant of the transaction alone (docs/decisions/016). Walks back from the newest month, then two, then
-- four together, until a page is full. What many messages of a month have is looked for among the newest of them, one by one: to gather all would cost most where it is
-- found soonest. IS TRUE keeps a condition from the words' index, OFFSET 0 keeps the other indexes out.
CREATE FUNCTION prosa_find_messages(asked text[], talks uuid[], agent uuid, before_at timestamptz, before_id uuid, most integer)
  RETURNS TABLE (message_id uuid, source text, conversation_id uuid, said_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20 SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  many CONSTANT integer := 1000;
  mine uuid := prosa_tenant();
  lexemes text[] := prosa_asked_lexemes(asked);
  wanted integer := most;
  found integer;
  month timestamp;
  first timestamp;
  span integer := 1;
  oldest timestamp;
  starts timestamptz;
  ends timestamptz;
  wanted_now tsquery;
  ids uuid[];
  sources text[];
  places uuid[];
  times timestamptz[];
BEGIN
  IF cardinality(lexemes) = 0 THEN RETURN; END IF;
  SELECT date_trunc('month', min(at) AT TIME ZONE 'UTC'), date_trunc('month', least(max(at), before_at) AT TIME ZONE 'UTC')
    INTO first, month FROM message_search WHERE tenant_id = mine;
  WHILE month >= first AND wanted > 0 LOOP
    oldest := greatest(first, month - (span - 1) * interval '1 month');
    SELECT string_agg((SELECT '(' || string_agg(quote_literal(right(mine::text, 6) || to_char(one, 'YYMM') || lexeme), ' & ') || ')' FROM unnest(lexemes) lexeme), ' | ')::tsquery
      INTO wanted_now FROM generate_series(oldest, month, interval '1 month') one;
    starts := oldest AT TIME ZONE 'UTC';
    ends := (month + interval '1 month') AT TIME ZONE 'UTC';
    ids := '{}';
    IF talks IS NULL THEN
      SELECT coalesce(array_agg(hit.message_id), '{}'), array_agg(hit.source), array_agg(hit.conversation_id), array_agg(hit.at)
        INTO ids, sources, places, times
        FROM (
          SELECT each.tenant_id, each.message_id, each.source, each.conversation_id, each.at FROM message_search each
          WHERE each.searched @@ wanted_now LIMIT many) hit
        WHERE hit.tenant_id = mine;
    END IF;
    IF talks IS NULL AND cardinality(ids) < many THEN
      RETURN QUERY
        SELECT hit.* FROM unnest(ids, sources, places, times) AS hit (message_id, source, conversation_id, at)
        WHERE (before_at IS NULL OR (hit.at, hit.message_id) < (before_at, before_id))
          AND (agent IS NULL OR EXISTS (SELECT FROM conversations talk WHERE talk.tenant_id = mine AND talk.id = hit.conversation_id AND talk.agent_id = agent))
        ORDER BY hit.at DESC, hit.message_id DESC, hit.source LIMIT wanted;
    ELSE
      RETURN QUERY
        SELECT hit.message_id, hit.source, hit.conversation_id, hit.at FROM message_search hit
        WHERE hit.tenant_id = mine AND hit.at >= starts AND hit.at < ends AND (hit.searched @@ wanted_now) IS TRUE
          AND (before_at IS NULL OR (hit.at, hit.message_id) < (before_at, before_id))
          AND (talks IS NULL OR hit.conversation_id = ANY (talks))
          AND (agent IS NULL OR EXISTS (SELECT FROM conversations talk WHERE talk.tenant_id = mine AND talk.id = hit.conversation_id AND talk.agent_id = agent))
        ORDER BY hit.at DESC, hit.message_id DESC, hit.source LIMIT wanted;
    END IF;
    GET DIAGNOSTICS found = ROW_COUNT;
    wanted := wanted - found;
    month := oldest - interval '1 month';
    span := span * 2;
  END LOOP;
END $$;
--> statement-breakpoint
-- As prosa_word_slips, among the words of messages; and words that begin with one that may be unfinished.
CREATE FUNCTION prosa_message_word_slips(asked text[], most integer) RETURNS TABLE (asked_word text, word text, written text, messages integer)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 SET search_path = public, pg_temp AS $$
DECLARE
  mine uuid := prosa_tenant();
BEGIN
  RETURN QUERY
    SELECT wanted, near.word, near.written, near.messages
    FROM unnest(asked) wanted, LATERAL (SELECT CASE WHEN length(wanted) > 5 THEN 3 ELSE 2 END AS kept) part,
    left(wanted, kept) start, reverse(right(wanted, kept)) ending,
    LATERAL (
      SELECT likely.word, likely.written, likely.messages FROM (
        SELECT known.word, known.written, known.messages FROM message_words known
        WHERE known.tenant_id = mine AND known.word ~>=~ start AND known.word ~<~ (start || U&'\+10FFFF')
        UNION
        SELECT known.word, known.written, known.messages FROM message_words known
        WHERE known.tenant_id = mine AND reverse(known.word) ~>=~ ending AND reverse(known.word) ~<~ (ending || U&'\+10FFFF')) likely
      WHERE likely.messages > 0 AND (likely.word ~>=~ wanted AND likely.word ~<~ (wanted || U&'\+10FFFF') OR abs(length(likely.word) - length(wanted)) <= 2)
      ORDER BY similarity(likely.word, wanted) DESC, likely.messages DESC, likely.word
      LIMIT most) near;
END $$;
--> statement-breakpoint
-- Which of some words, as they stand in texts, are among those that are asked for.
CREATE FUNCTION prosa_words_asked(said text[], asked text[]) RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
    SELECT word FROM unnest(said) word
    WHERE EXISTS (
      SELECT FROM unnest(to_tsvector('pg_catalog.portuguese'::regconfig, prosa_search_text(word))) part WHERE part.lexeme = ANY (prosa_asked_lexemes(asked)))
  $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION prosa_find_messages, prosa_message_word_slips FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION prosa_find_messages, prosa_message_word_slips TO prosa_app;
