-- The schema as one migration. Later migrations are only added (docs/decisions/170).
--
-- Creates two restricted roles. Every transaction takes one of them; the owner runs migrations only.
-- prosa_app sees one tenant, named by the setting prosa.tenant_id. prosa_system serves the few paths that have no tenant yet
-- (sign-in by phone, webhooks, jobs over all tenants). Roles are shared by a whole server, so another database may have made them.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['prosa_app', 'prosa_system'] LOOP
    -- They may have been made beforehand, for a login that may not make roles.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOBYPASSRLS', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
    BEGIN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    EXCEPTION WHEN OTHERS THEN
      IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN RAISE; END IF;
    END;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION prosa_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('prosa.tenant_id', true), '')::uuid $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO prosa_app, prosa_system;
--> statement-breakpoint
-- Sets row-level security, policies and rights of a tenant table. Every migration that adds a tenant table calls this function for it.
CREATE FUNCTION prosa_protect(tenant_table regclass, tenant_column name DEFAULT 'tenant_id') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('CREATE POLICY own_tenant ON %s TO prosa_app USING (%I = prosa_tenant()) WITH CHECK (%I = prosa_tenant())', tenant_table, tenant_column, tenant_column);
  EXECUTE format('CREATE POLICY every_tenant ON %s TO prosa_system USING (true) WITH CHECK (true)', tenant_table);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO prosa_app, prosa_system', tenant_table);
END $$;
--> statement-breakpoint
-- The three extensions are trusted: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA public;
--> statement-breakpoint
-- Removes accents and upper case. unaccent() alone is only stable, because its dictionary could be changed; this one uses the built-in dictionary.
CREATE FUNCTION prosa_fold(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, normalize(said, NFC))) $$;
--> statement-breakpoint
-- Returns the forms in which a phone is searched, one per line: a Brazilian number without and with the ninth digit, its own form last.
-- The same rule as getPhoneForms of the contract.
CREATE FUNCTION prosa_phone_forms(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE
    WHEN digits ~ '^55\d{11}$' AND substr(digits, 5, 1) = '9' THEN left(digits, 4) || right(digits, 8) || E'\n' || digits
    WHEN digits ~ '^55\d{10}$' THEN left(digits, 4) || '9' || right(digits, 8) || E'\n' || digits
    ELSE digits END
  FROM regexp_replace(coalesce(phone, ''), '\D', '', 'g') digits $$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION prosa_phone_forms TO prosa_app;
--> statement-breakpoint
-- Returns the text in which a lead is searched.
CREATE FUNCTION prosa_lead_text(name text, company text, phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT public.prosa_fold(coalesce(name, '') || E'\n' || coalesce(company, '')) || E'\n' || public.prosa_phone_forms(phone) $$;
--> statement-breakpoint
-- Returns the text as it is searched, for passages and questions alike: without accents, with irregular plurals corrected before stemming
-- (the Portuguese stemmer separates 'reuniões' from 'reunião'), and with numbers repeated without separators.
CREATE FUNCTION prosa_search_text(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT regexp_replace(regexp_replace(regexp_replace(
        public.prosa_fold(coalesce(said, '')), '\m([a-z]{2,})(oes|aes|aos)\M', '\1ao', 'g'), '\m([a-z]{2,})eis\M', '\1el', 'g'), '\m([a-z]{2,})ais\M', '\1al', 'g')
      || coalesce((SELECT ' ' || string_agg(regexp_replace(number[1], '\D', '', 'g'), ' ') FROM regexp_matches(said, '\d[\d./-]*\d', 'g') number), '')
  $$;
--> statement-breakpoint
-- Returns the lexemes of a passage. Each starts with the end of the tenant's id, so that each tenant has its own lists in the index.
CREATE FUNCTION prosa_searched_in(tenant uuid, said text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT array_to_tsvector(ARRAY(
      SELECT right(tenant::text, 6) || lexeme FROM unnest(to_tsvector('pg_catalog.portuguese'::regconfig, public.prosa_search_text(said)))))
  $$;
--> statement-breakpoint
CREATE TABLE "invitations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"taken_phones" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "invitations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"made_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	"maker_id" uuid,
	CONSTRAINT "password_resets_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "presences" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"process_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "presences_tenant_id_user_id_process_id_pk" PRIMARY KEY("tenant_id","user_id","process_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_tenant_id_user_id_code_hash_pk" PRIMARY KEY("tenant_id","user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"refresh_hash" "bytea" NOT NULL,
	"previous_hash" "bytea",
	"rotated_at" timestamp (3) with time zone,
	"remember" boolean DEFAULT false NOT NULL,
	"user_agent" text,
	"ip" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"confirmed_at" timestamp (3) with time zone,
	"ends_idle" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sessions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text,
	"pending" text,
	"last_step" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "totp_secrets_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "trusted_devices" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trusted_devices_tenant_id_user_id_token_hash_pk" PRIMARY KEY("tenant_id","user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "user_phones" (
	"phone" text PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"phone" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"permissions" text[],
	"password_hash" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"join_number" integer DEFAULT 0 NOT NULL,
	"second_step" text DEFAULT 'none' NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"reset_asked_at" timestamp (3) with time zone,
	"step_refused_at" timestamp (3) with time zone,
	"step_refused_from" text,
	CONSTRAINT "users_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "calendar_connections" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text,
	"refresh_token" text NOT NULL,
	"authorized_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calendar_connections_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "calendar_flows" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"verifier" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calendar_flows_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "meetings" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid,
	"user_id" uuid NOT NULL,
	"booked_by_agent" boolean DEFAULT false NOT NULL,
	"external_id" text NOT NULL,
	"title" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	CONSTRAINT "meetings_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "conversation_hours" (
	"tenant_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"agent_id" uuid NOT NULL,
	"from_lead" integer DEFAULT 0 NOT NULL,
	"by_agent" integer DEFAULT 0 NOT NULL,
	"by_person" integer DEFAULT 0 NOT NULL,
	"take_overs" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "conversation_hours_tenant_id_conversation_id_hour_pk" PRIMARY KEY("tenant_id","conversation_id","hour")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"persona" text,
	"instructions" text,
	"hours" jsonb,
	"model" text,
	"use_model" boolean DEFAULT true NOT NULL,
	"questions" text[] DEFAULT '{}' NOT NULL,
	"replace_questions" boolean DEFAULT false NOT NULL,
	"asks_for" text DEFAULT 'auto' NOT NULL,
	"turns_without_person" integer DEFAULT 30 NOT NULL,
	"bubbles" text DEFAULT 'one' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"never" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "agents_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "conversation_reads" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"read_seq" integer NOT NULL,
	"lead_messages" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversation_reads_tenant_id_user_id_conversation_id_pk" PRIMARY KEY("tenant_id","user_id","conversation_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"status_message" text,
	"stage" text DEFAULT 'conexao' NOT NULL,
	"needs_attention" boolean DEFAULT false NOT NULL,
	"attention_reason" text,
	"summary" text,
	"archive" boolean DEFAULT false NOT NULL,
	"assistant_state" jsonb,
	"answered_seq" integer DEFAULT 0 NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"lead_messages" integer DEFAULT 0 NOT NULL,
	"last_message_preview" text,
	"last_client_message_at" timestamp (3) with time zone,
	"last_agent_message_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_activity_at" timestamp (3) with time zone GENERATED ALWAYS AS (GREATEST("last_client_message_at", "last_agent_message_at", "updated_at")) STORED NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"held_by_person" boolean DEFAULT false NOT NULL,
	"channel_account_id" uuid,
	"channel_address" text,
	"merged_into" uuid,
	"joins_seen" integer DEFAULT 0 NOT NULL,
	"last_message_from" text,
	"last_sender_id" uuid,
	"last_sender_name" text,
	"last_message_failed" boolean DEFAULT false NOT NULL,
	"past_changed_at" timestamp (3) with time zone,
	"late_seqs" integer[] DEFAULT '{}' NOT NULL,
	"free_until" timestamp (3) with time zone,
	"address_key" uuid,
	"reactions" integer DEFAULT 0 NOT NULL,
	"undelivered" uuid[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "conversations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"name" text,
	"company" text,
	"phone" text,
	"phone_key" text,
	"email" text,
	"origin" text,
	"channel_key" text,
	"pause" boolean DEFAULT false NOT NULL,
	"paused_by" uuid,
	"paused_by_name" text,
	"pause_reason" text,
	"paused_at" timestamp (3) with time zone,
	"pause_until" timestamp (3) with time zone,
	"archive" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"channel_user_key" text,
	"erased_at" timestamp (3) with time zone,
	"opt_out_at" timestamp (3) with time zone,
	"opt_out_by" text,
	"opt_out_words" text,
	"marketing_after" timestamp (3) with time zone,
	"entry" text,
	"name_from" text,
	"search_text" text GENERATED ALWAYS AS (prosa_lead_text("name", "company", "phone")) STORED,
	CONSTRAINT "leads_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"tenant_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"id" uuid NOT NULL,
	"role" text NOT NULL,
	"type" text DEFAULT 'text' NOT NULL,
	"content" text NOT NULL,
	"manual" boolean DEFAULT false NOT NULL,
	"sender_id" uuid,
	"sender_name" text,
	"client_key" text,
	"lead_messages" integer NOT NULL,
	"attachment" jsonb,
	"delivery" text,
	"delivery_error" text,
	"channel_id" text,
	"meta" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"response_ms" integer,
	"attempted_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempt_after" timestamp (3) with time zone,
	"edited_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone,
	"transcript" jsonb,
	"about_file" jsonb,
	CONSTRAINT "messages_tenant_id_conversation_id_seq_pk" PRIMARY KEY("tenant_id","conversation_id","seq")
);
--> statement-breakpoint
CREATE TABLE "correction_results" (
	"tenant_id" uuid NOT NULL,
	"correction_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"state" text NOT NULL,
	"why" text,
	"said" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "correction_results_tenant_id_correction_id_run_id_pk" PRIMARY KEY("tenant_id","correction_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "correction_runs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"started_by" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "correction_runs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "corrections" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"must" text[] NOT NULL,
	"must_not" text[] NOT NULL,
	"state" text NOT NULL,
	"frozen" jsonb,
	"lead_id" uuid,
	"conversation_id" uuid,
	"message_id" uuid,
	"client_key" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "corrections_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "turn_starts" (
	"tenant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"known" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "turn_starts_tenant_id_message_id_pk" PRIMARY KEY("tenant_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "cost_budgets" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"micro_month" bigint,
	"at_limit" text NOT NULL,
	"told" text DEFAULT 'under' NOT NULL,
	"told_month" date
);
--> statement-breakpoint
CREATE TABLE "cost_rates" (
	"tenant_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"valid_from" date NOT NULL,
	"currency" text NOT NULL,
	"micro" bigint NOT NULL,
	CONSTRAINT "cost_rates_tenant_id_subject_name_valid_from_pk" PRIMARY KEY("tenant_id","subject","name","valid_from")
);
--> statement-breakpoint
CREATE TABLE "costs" (
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"micro_brl" bigint,
	"state" text NOT NULL,
	"lead_id" uuid,
	"conversation_id" uuid,
	"agent_id" uuid,
	"version" integer,
	"number_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"free_month" date,
	"is_free" boolean DEFAULT false NOT NULL,
	"full_micro_brl" bigint,
	"by_agent" boolean DEFAULT true NOT NULL,
	CONSTRAINT "costs_tenant_id_kind_ref_pk" PRIMARY KEY("tenant_id","kind","ref")
);
--> statement-breakpoint
CREATE TABLE "meta_bills" (
	"tenant_id" uuid NOT NULL,
	"waba_id" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"micro_brl" bigint,
	CONSTRAINT "meta_bills_tenant_id_waba_id_from_at_pk" PRIMARY KEY("tenant_id","waba_id","from_at")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"origin" text NOT NULL,
	"user_id" uuid,
	"sha256" text,
	"stored_as" text,
	"size" bigint NOT NULL,
	"mime_type" text NOT NULL,
	"kind" text NOT NULL,
	"filename" text,
	"state" text NOT NULL,
	"reason" text,
	"parts" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"visitor" text,
	"duration_ms" integer,
	"part_bytes" integer DEFAULT 4194304 NOT NULL,
	"reserved_until" timestamp (3) with time zone,
	"inspected_until" timestamp (3) with time zone,
	"inspections" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "files_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"tenant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"number_id" uuid,
	"provider_id" text,
	"kind" text NOT NULL,
	"sha256" text,
	"mime_type" text,
	"filename" text,
	"size" integer,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"file_id" uuid,
	CONSTRAINT "media_tenant_id_message_id_pk" PRIMARY KEY("tenant_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "storage_told" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL
);
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
	"original" jsonb,
	"heading" text,
	"searched" "tsvector" GENERATED ALWAYS AS (prosa_searched_in("tenant_id", coalesce("question", '') || ' ' || coalesce("heading", '') || ' ' || "text")) STORED,
	CONSTRAINT "knowledge_passages_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "knowledge_photos" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"link" text NOT NULL,
	"digest" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"file_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_photos_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
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
	"file_id" uuid,
	"filename" text,
	"url" text,
	"refresh" text DEFAULT 'never' NOT NULL,
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
CREATE TABLE "message_edits" (
	"tenant_id" uuid NOT NULL,
	"channel_id" text NOT NULL,
	"key" text NOT NULL,
	"sender" text NOT NULL,
	"by_lead" boolean NOT NULL,
	"content" text,
	"said_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied" boolean NOT NULL,
	CONSTRAINT "message_edits_tenant_id_channel_id_key_pk" PRIMARY KEY("tenant_id","channel_id","key")
);
--> statement-breakpoint
CREATE TABLE "echoed_texts" (
	"tenant_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"conversation_id" uuid NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "echoed_texts_tenant_id_digest_conversation_id_pk" PRIMARY KEY("tenant_id","digest","conversation_id")
);
--> statement-breakpoint
CREATE TABLE "past_messages" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"channel_id" text NOT NULL,
	"role" text NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL,
	"attachment" jsonb,
	"delivery" text,
	"meta" jsonb,
	"said_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "past_messages_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_comparisons" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ours" integer,
	"meta" integer,
	"missing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "whatsapp_comparisons_tenant_id_number_id_pk" PRIMARY KEY("tenant_id","number_id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_syncs" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"state" text DEFAULT 'none' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"contacts_asked_at" timestamp (3) with time zone,
	"contacts_taken_at" timestamp (3) with time zone,
	"history_asked_at" timestamp (3) with time zone,
	"history_taken_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "whatsapp_syncs_tenant_id_number_id_pk" PRIMARY KEY("tenant_id","number_id")
);
--> statement-breakpoint
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
CREATE TABLE "header_examples" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"content" text NOT NULL,
	"upload_id" text NOT NULL,
	"handle" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "header_examples_tenant_id_number_id_content_pk" PRIMARY KEY("tenant_id","number_id","content")
);
--> statement-breakpoint
CREATE TABLE "template_readings" (
	"tenant_id" uuid NOT NULL,
	"waba_id" text NOT NULL,
	"read_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone,
	CONSTRAINT "template_readings_tenant_id_waba_id_pk" PRIMARY KEY("tenant_id","waba_id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_templates" (
	"tenant_id" uuid NOT NULL,
	"waba_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"category" text,
	"next_category" text,
	"next_category_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"reason" text,
	"detail" text,
	"paused_until" timestamp (3) with time zone,
	"quality" text,
	"components" jsonb NOT NULL,
	"status_at" timestamp (3) with time zone NOT NULL,
	"category_at" timestamp (3) with time zone NOT NULL,
	"quality_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "whatsapp_templates_tenant_id_waba_id_id_pk" PRIMARY KEY("tenant_id","waba_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"subject" text,
	"detail" jsonb,
	"ip" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_name" text,
	"subject_kind" text,
	"subject_label" text,
	"before" jsonb,
	"user_agent" text,
	"seq" bigint,
	"prev_hash" text,
	"hash" text,
	"address_salt" text,
	"address_digest" text,
	"label_salt" text,
	"label_digest" text,
	CONSTRAINT "audit_log_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"filter" jsonb NOT NULL,
	"filename" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"rows" integer,
	"size" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exports_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"domain" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"platform" boolean DEFAULT false NOT NULL,
	"timezone" text DEFAULT 'America/Sao_Paulo' NOT NULL,
	"pause_on_manual" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retention_months" integer,
	"joins" integer DEFAULT 0 NOT NULL,
	"second_step" text DEFAULT 'optional' NOT NULL,
	"second_step_from" date,
	"file_months" integer,
	"storage_mb" integer,
	CONSTRAINT "tenants_domain_unique" UNIQUE("domain")
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"tenant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"state" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"language" text,
	"duration_s" double precision,
	"segments" jsonb DEFAULT '[]' NOT NULL,
	"sha256" text NOT NULL,
	"asked_by" uuid,
	"calls" integer DEFAULT 0 NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transcripts_tenant_id_message_id_pk" PRIMARY KEY("tenant_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "agent_usage" (
	"tenant_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"subject" uuid NOT NULL,
	"day" date NOT NULL,
	"turns" integer NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "agent_usage_tenant_id_scope_subject_pk" PRIMARY KEY("tenant_id","scope","subject")
);
--> statement-breakpoint
CREATE TABLE "unanswered_turns" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"input_tokens" integer,
	"output_tokens" integer,
	"cost" double precision,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unanswered_turns_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "agent_drafts" (
	"tenant_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"changes" jsonb NOT NULL,
	"saved_by" uuid,
	"saved_at" timestamp (3) with time zone,
	"moved" text NOT NULL,
	"moved_by" uuid NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_drafts_tenant_id_agent_id_pk" PRIMARY KEY("tenant_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "agent_versions" (
	"tenant_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"changed" text[] NOT NULL,
	"note" text,
	"published_by" uuid,
	"published_at" timestamp (3) with time zone NOT NULL,
	"restored_from" integer,
	CONSTRAINT "agent_versions_tenant_id_agent_id_number_pk" PRIMARY KEY("tenant_id","agent_id","number")
);
--> statement-breakpoint
CREATE TABLE "channel_apps" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"app_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_apps_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "message_statuses" (
	"tenant_id" uuid NOT NULL,
	"channel_id" text NOT NULL,
	"status" text NOT NULL,
	"digest" text NOT NULL,
	"number_id" uuid NOT NULL,
	"callback_data" text,
	"recipient" text,
	"said_at" timestamp (3) with time zone,
	"payload" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"known" boolean DEFAULT false NOT NULL,
	CONSTRAINT "message_statuses_tenant_id_channel_id_status_digest_pk" PRIMARY KEY("tenant_id","channel_id","status","digest")
);
--> statement-breakpoint
CREATE TABLE "meta_media" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"content" text NOT NULL,
	"provider_id" text,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"refused_for" uuid,
	CONSTRAINT "meta_media_tenant_id_number_id_content_pk" PRIMARY KEY("tenant_id","number_id","content")
);
--> statement-breakpoint
CREATE TABLE "number_problems" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"code" text NOT NULL,
	"detail" text,
	"since" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	CONSTRAINT "number_problems_tenant_id_number_id_code_pk" PRIMARY KEY("tenant_id","number_id","code")
);
--> statement-breakpoint
CREATE TABLE "unclaimed_accounts" (
	"tenant_id" uuid NOT NULL,
	"waba_id" text NOT NULL,
	"owner_business_id" text NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unclaimed_accounts_tenant_id_waba_id_pk" PRIMARY KEY("tenant_id","waba_id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_directory" (
	"phone_number_id" text PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "whatsapp_events" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"sender" text NOT NULL,
	"payload" text,
	"place" integer NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "whatsapp_events_tenant_id_number_id_key_pk" PRIMARY KEY("tenant_id","number_id","key")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_notices" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"digest" text NOT NULL,
	"field" text NOT NULL,
	"event" text NOT NULL,
	"sender" text,
	"payload" jsonb NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "whatsapp_notices_tenant_id_number_id_id_pk" PRIMARY KEY("tenant_id","number_id","id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_numbers" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"phone_number_id" text NOT NULL,
	"waba_id" text NOT NULL,
	"display_number" text NOT NULL,
	"verified_name" text,
	"access_token" text NOT NULL,
	"status" text DEFAULT 'ok' NOT NULL,
	"status_reason" text,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mode" text DEFAULT 'api' NOT NULL,
	"throughput" integer,
	"app_id" uuid,
	"token_expires_at" timestamp (3) with time zone,
	"pin" text,
	"history_days" integer DEFAULT 0 NOT NULL,
	"onboarded_at" timestamp (3) with time zone,
	"quality" text,
	"messaging_limit" integer,
	"used_24h" integer,
	"health_asked_at" timestamp (3) with time zone,
	"handshake_asked_at" timestamp (3) with time zone,
	"handshake_at" timestamp (3) with time zone,
	"event_at" timestamp (3) with time zone,
	"status_at" timestamp (3) with time zone,
	"first_message_at" timestamp (3) with time zone,
	"mended_at" timestamp (3) with time zone,
	CONSTRAINT "whatsapp_numbers_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_signups" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"history_days" integer NOT NULL,
	"step" text NOT NULL,
	"failure" text,
	"state_digest" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"access_token" text,
	"waba_id" text,
	"number_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "whatsapp_signups_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "trusted_devices" ADD CONSTRAINT "trusted_devices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "trusted_devices" ADD CONSTRAINT "trusted_devices_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_phones" ADD CONSTRAINT "user_phones_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "calendar_connections" ADD CONSTRAINT "calendar_connections_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "calendar_connections" ADD CONSTRAINT "calendar_connections_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "calendar_flows" ADD CONSTRAINT "calendar_flows_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "calendar_flows" ADD CONSTRAINT "calendar_flows_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_tenant_id_lead_id_leads_tenant_id_id_fk" FOREIGN KEY ("tenant_id","lead_id") REFERENCES "public"."leads"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_hours" ADD CONSTRAINT "conversation_hours_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_hours" ADD CONSTRAINT "conversation_hours_tenant_id_conversation_id_conversations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversations"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_reads" ADD CONSTRAINT "conversation_reads_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_reads" ADD CONSTRAINT "conversation_reads_tenant_id_conversation_id_conversations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversations"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_reads" ADD CONSTRAINT "conversation_reads_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_tenant_id_lead_id_leads_tenant_id_id_fk" FOREIGN KEY ("tenant_id","lead_id") REFERENCES "public"."leads"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_conversation_id_conversations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversations"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "correction_results" ADD CONSTRAINT "correction_results_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "correction_results" ADD CONSTRAINT "correction_results_tenant_id_correction_id_corrections_tenant_id_id_fk" FOREIGN KEY ("tenant_id","correction_id") REFERENCES "public"."corrections"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "correction_results" ADD CONSTRAINT "correction_results_tenant_id_run_id_correction_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."correction_runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "correction_runs" ADD CONSTRAINT "correction_runs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "correction_runs" ADD CONSTRAINT "correction_runs_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "turn_starts" ADD CONSTRAINT "turn_starts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cost_budgets" ADD CONSTRAINT "cost_budgets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cost_rates" ADD CONSTRAINT "cost_rates_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "costs" ADD CONSTRAINT "costs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "meta_bills" ADD CONSTRAINT "meta_bills_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_tenant_id_file_id_files_tenant_id_id_fk" FOREIGN KEY ("tenant_id","file_id") REFERENCES "public"."files"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "storage_told" ADD CONSTRAINT "storage_told_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_tenant_id_source_id_knowledge_sources_tenant_id_id_fk" FOREIGN KEY ("tenant_id","source_id") REFERENCES "public"."knowledge_sources"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "knowledge_photos" ADD CONSTRAINT "knowledge_photos_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "knowledge_photos" ADD CONSTRAINT "knowledge_photos_tenant_id_source_id_knowledge_sources_tenant_id_id_fk" FOREIGN KEY ("tenant_id","source_id") REFERENCES "public"."knowledge_sources"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "knowledge_photos" ADD CONSTRAINT "knowledge_photos_tenant_id_file_id_files_tenant_id_id_fk" FOREIGN KEY ("tenant_id","file_id") REFERENCES "public"."files"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "knowledge_questions" ADD CONSTRAINT "knowledge_questions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD CONSTRAINT "knowledge_sources_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD CONSTRAINT "knowledge_sources_tenant_id_file_id_files_tenant_id_id_fk" FOREIGN KEY ("tenant_id","file_id") REFERENCES "public"."files"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "knowledge_words" ADD CONSTRAINT "knowledge_words_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_basis" ADD CONSTRAINT "message_basis_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_edits" ADD CONSTRAINT "message_edits_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "echoed_texts" ADD CONSTRAINT "echoed_texts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "echoed_texts" ADD CONSTRAINT "echoed_texts_tenant_id_conversation_id_conversations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversations"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "past_messages" ADD CONSTRAINT "past_messages_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "past_messages" ADD CONSTRAINT "past_messages_tenant_id_conversation_id_conversations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversations"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_comparisons" ADD CONSTRAINT "whatsapp_comparisons_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_comparisons" ADD CONSTRAINT "whatsapp_comparisons_tenant_id_number_id_whatsapp_numbers_tenant_id_id_fk" FOREIGN KEY ("tenant_id","number_id") REFERENCES "public"."whatsapp_numbers"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_syncs" ADD CONSTRAINT "whatsapp_syncs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_syncs" ADD CONSTRAINT "whatsapp_syncs_tenant_id_number_id_whatsapp_numbers_tenant_id_id_fk" FOREIGN KEY ("tenant_id","number_id") REFERENCES "public"."whatsapp_numbers"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_words" ADD CONSTRAINT "message_words_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "header_examples" ADD CONSTRAINT "header_examples_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_readings" ADD CONSTRAINT "template_readings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_templates" ADD CONSTRAINT "whatsapp_templates_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agent_usage" ADD CONSTRAINT "agent_usage_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "unanswered_turns" ADD CONSTRAINT "unanswered_turns_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agent_drafts" ADD CONSTRAINT "agent_drafts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agent_drafts" ADD CONSTRAINT "agent_drafts_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "channel_apps" ADD CONSTRAINT "channel_apps_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_statuses" ADD CONSTRAINT "message_statuses_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "meta_media" ADD CONSTRAINT "meta_media_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "number_problems" ADD CONSTRAINT "number_problems_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "unclaimed_accounts" ADD CONSTRAINT "unclaimed_accounts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_directory" ADD CONSTRAINT "whatsapp_directory_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_events" ADD CONSTRAINT "whatsapp_events_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_notices" ADD CONSTRAINT "whatsapp_notices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD CONSTRAINT "whatsapp_numbers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD CONSTRAINT "whatsapp_numbers_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD CONSTRAINT "whatsapp_numbers_tenant_id_app_id_channel_apps_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_id") REFERENCES "public"."channel_apps"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_signups" ADD CONSTRAINT "whatsapp_signups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "whatsapp_signups" ADD CONSTRAINT "whatsapp_signups_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("tenant_id","token_hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_waiting" ON "invitations" USING btree ("tenant_id","email") WHERE accepted_at IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("tenant_id","credential_id");
--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("tenant_id","user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_token" ON "password_resets" USING btree ("tenant_id","token_hash");
--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("tenant_id","user_id","created_at");
--> statement-breakpoint
CREATE INDEX "presences_process" ON "presences" USING btree ("process_id");
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("tenant_id","user_id");
--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("tenant_id",(prosa_fold("name") COLLATE "C"),"id");
--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "meetings_created" ON "meetings" USING btree ("tenant_id","created_at");
--> statement-breakpoint
CREATE INDEX "conversation_hours_sums" ON "conversation_hours" USING btree ("tenant_id","hour","agent_id","conversation_id","from_lead","by_agent","by_person","take_overs");
--> statement-breakpoint
CREATE INDEX "agents_id" ON "agents" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "conversations_list" ON "conversations" USING btree ("tenant_id","agent_id","archive","last_activity_at","id");
--> statement-breakpoint
CREATE INDEX "conversations_attention" ON "conversations" USING btree ("tenant_id","agent_id","last_activity_at","id") WHERE needs_attention;
--> statement-breakpoint
CREATE INDEX "conversations_lead_stage" ON "conversations" USING btree ("tenant_id","lead_id","stage");
--> statement-breakpoint
CREATE INDEX "conversations_changed" ON "conversations" USING btree ("tenant_id","agent_id","updated_at");
--> statement-breakpoint
CREATE INDEX "conversations_merged" ON "conversations" USING btree ("tenant_id","merged_into") WHERE "conversations"."merged_into" is not null;
--> statement-breakpoint
CREATE INDEX "leads_created" ON "leads" USING btree ("tenant_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "leads_agent_created" ON "leads" USING btree ("tenant_id","agent_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "leads_phone_key" ON "leads" USING btree ("tenant_id","phone_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "leads_channel_key" ON "leads" USING btree ("tenant_id","agent_id","channel_key") WHERE "leads"."channel_key" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "leads_channel_user_key" ON "leads" USING btree ("tenant_id","agent_id","channel_user_key") WHERE "leads"."channel_user_key" is not null;
--> statement-breakpoint
CREATE INDEX "leads_pause_until" ON "leads" USING btree ("pause_until") WHERE "leads"."pause_until" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_id" ON "messages" USING btree ("tenant_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_client_key" ON "messages" USING btree ("tenant_id","conversation_id","client_key") WHERE "messages"."client_key" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_channel_id" ON "messages" USING btree ("tenant_id","channel_id") WHERE "messages"."channel_id" is not null;
--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("tenant_id","created_at");
--> statement-breakpoint
CREATE INDEX "messages_answers" ON "messages" USING btree ("tenant_id","created_at","manual","response_ms") WHERE "messages"."response_ms" is not null;
--> statement-breakpoint
CREATE INDEX "correction_results_run" ON "correction_results" USING btree ("tenant_id","run_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "correction_runs_running" ON "correction_runs" USING btree ("tenant_id","agent_id") WHERE "correction_runs"."state" = 'running';
--> statement-breakpoint
CREATE INDEX "correction_runs_agent" ON "correction_runs" USING btree ("tenant_id","agent_id","revision","version");
--> statement-breakpoint
CREATE INDEX "corrections_agent" ON "corrections" USING btree ("tenant_id","agent_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "corrections_lead" ON "corrections" USING btree ("tenant_id","lead_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_client_key" ON "corrections" USING btree ("tenant_id","client_key") WHERE "corrections"."client_key" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "turn_starts_created" ON "turn_starts" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "costs_at" ON "costs" USING btree ("tenant_id","at");
--> statement-breakpoint
CREATE INDEX "costs_conversation" ON "costs" USING btree ("tenant_id","conversation_id");
--> statement-breakpoint
CREATE INDEX "costs_lead" ON "costs" USING btree ("tenant_id","lead_id");
--> statement-breakpoint
CREATE INDEX "costs_free" ON "costs" USING btree ("tenant_id","number_id","free_month","at","ref") WHERE "costs"."free_month" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "files_content" ON "files" USING btree ("tenant_id","sha256","origin");
--> statement-breakpoint
CREATE INDEX "files_stored" ON "files" USING btree ("tenant_id","stored_as","size");
--> statement-breakpoint
CREATE INDEX "files_visitor" ON "files" USING btree ("tenant_id","visitor","created_at") WHERE "files"."visitor" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "media_file" ON "media" USING btree ("tenant_id","file_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_passages_place" ON "knowledge_passages" USING btree ("tenant_id","source_id","position");
--> statement-breakpoint
CREATE INDEX "knowledge_passages_searched" ON "knowledge_passages" USING gin ("searched") WITH (fastupdate=false);
--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_photos_link" ON "knowledge_photos" USING btree ("tenant_id","source_id","digest");
--> statement-breakpoint
CREATE INDEX "knowledge_photos_file" ON "knowledge_photos" USING btree ("tenant_id","file_id") WHERE "knowledge_photos"."file_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "knowledge_questions_newest" ON "knowledge_questions" USING btree ("tenant_id","last_at","id");
--> statement-breakpoint
CREATE INDEX "knowledge_questions_lead" ON "knowledge_questions" USING btree ("tenant_id","lead_id");
--> statement-breakpoint
CREATE INDEX "knowledge_sources_newest" ON "knowledge_sources" USING btree ("tenant_id","created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_sources_client_key" ON "knowledge_sources" USING btree ("tenant_id","client_key") WHERE "knowledge_sources"."client_key" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "knowledge_sources_file" ON "knowledge_sources" USING btree ("tenant_id","file_id") WHERE "knowledge_sources"."file_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "knowledge_words_start" ON "knowledge_words" USING btree ("tenant_id","word" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "knowledge_words_end" ON "knowledge_words" USING btree ("tenant_id",reverse("word") text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "message_edits_waiting" ON "message_edits" USING btree ("tenant_id","received_at") WHERE NOT applied;
--> statement-breakpoint
CREATE INDEX "message_edits_sender" ON "message_edits" USING btree ("tenant_id","sender");
--> statement-breakpoint
CREATE UNIQUE INDEX "past_messages_channel_id" ON "past_messages" USING btree ("tenant_id","channel_id");
--> statement-breakpoint
CREATE INDEX "past_messages_place" ON "past_messages" USING btree ("tenant_id","conversation_id","said_at","id");
--> statement-breakpoint
CREATE INDEX "past_messages_number" ON "past_messages" USING btree ("tenant_id","number_id","conversation_id");
--> statement-breakpoint
CREATE INDEX "message_search_newest" ON "message_search" USING btree ("tenant_id","at","message_id");
--> statement-breakpoint
CREATE INDEX "message_search_conversation" ON "message_search" USING btree ("tenant_id","conversation_id","at");
--> statement-breakpoint
CREATE INDEX "message_search_searched" ON "message_search" USING gin ("searched") WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "message_words_start" ON "message_words" USING btree ("tenant_id","word" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "message_words_end" ON "message_words" USING btree ("tenant_id",reverse("word") text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("tenant_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("tenant_id","user_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("tenant_id","subject","created_at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("tenant_id","action","created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_seq" ON "audit_log" USING btree ("tenant_id","seq");
--> statement-breakpoint
CREATE INDEX "audit_log_unsealed" ON "audit_log" USING btree ("tenant_id","created_at") WHERE seq IS NULL;
--> statement-breakpoint
CREATE INDEX "exports_user" ON "exports" USING btree ("tenant_id","user_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "exports_running" ON "exports" USING btree ("tenant_id","user_id") WHERE state = 'running';
--> statement-breakpoint
CREATE INDEX "transcripts_sound" ON "transcripts" USING btree ("tenant_id","sha256");
--> statement-breakpoint
CREATE UNIQUE INDEX "channel_apps_key" ON "channel_apps" USING btree ("key");
--> statement-breakpoint
CREATE INDEX "message_statuses_unknown" ON "message_statuses" USING btree ("tenant_id","recipient") WHERE NOT known;
--> statement-breakpoint
CREATE INDEX "whatsapp_events_waiting" ON "whatsapp_events" USING btree ("tenant_id","number_id","sender","received_at","place") WHERE "whatsapp_events"."processed_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "whatsapp_notices_digest" ON "whatsapp_notices" USING btree ("tenant_id","number_id","digest");
--> statement-breakpoint
CREATE INDEX "whatsapp_notices_newest" ON "whatsapp_notices" USING btree ("tenant_id","number_id","said_at","id");
--> statement-breakpoint
CREATE INDEX "whatsapp_notices_sender" ON "whatsapp_notices" USING btree ("tenant_id","sender") WHERE "whatsapp_notices"."sender" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "whatsapp_numbers_phone" ON "whatsapp_numbers" USING btree ("tenant_id","phone_number_id");
--> statement-breakpoint
CREATE INDEX "whatsapp_numbers_waba" ON "whatsapp_numbers" USING btree ("waba_id");
--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY[
  'agent_drafts', 'agent_usage', 'agent_versions', 'agents', 'audit_heads', 'audit_log', 'calendar_connections', 'calendar_flows',
  'channel_apps', 'conversation_hours', 'conversation_reads', 'conversations', 'correction_results', 'correction_runs', 'corrections',
  'cost_budgets', 'cost_rates', 'costs', 'echoed_texts', 'exports', 'files', 'header_examples', 'invitations', 'knowledge_passages',
  'knowledge_photos', 'knowledge_questions', 'knowledge_sources', 'knowledge_words', 'leads', 'media', 'meetings', 'message_basis',
  'message_edits', 'message_search', 'message_search_due', 'message_statuses', 'message_words', 'messages', 'meta_bills', 'meta_media',
  'number_problems', 'passkeys', 'password_resets', 'past_messages', 'presences', 'recovery_codes', 'sessions', 'storage_told',
  'template_readings', 'totp_secrets', 'transcripts', 'trusted_devices', 'turn_starts', 'unanswered_turns', 'unclaimed_accounts',
  'user_phones', 'users', 'whatsapp_comparisons', 'whatsapp_directory', 'whatsapp_events', 'whatsapp_notices', 'whatsapp_numbers',
  'whatsapp_signups', 'whatsapp_syncs', 'whatsapp_templates'
]) AS t;
--> statement-breakpoint
SELECT prosa_protect('tenants', 'id');
--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON tenants FROM prosa_app;
--> statement-breakpoint
REVOKE ALL ON user_phones, whatsapp_directory FROM prosa_app;
--> statement-breakpoint
-- An audit record is written once and stays; only some of its columns may be cleared or sealed (TRUST-21).
REVOKE UPDATE, DELETE ON audit_log FROM prosa_app, prosa_system;
--> statement-breakpoint
GRANT UPDATE (subject_label, label_salt) ON audit_log TO prosa_app;
--> statement-breakpoint
GRANT UPDATE (ip, user_agent, address_salt, address_digest, subject_label, label_salt, label_digest, seq, prev_hash, hash) ON audit_log TO prosa_system;
--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON audit_heads FROM prosa_app;
--> statement-breakpoint
-- Refuses, whatever the rights of the writer, to seal an audit record twice or to change a clearable column other than to NULL.
CREATE FUNCTION prosa_audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.ip IS NOT NULL AND NEW.ip IS DISTINCT FROM OLD.ip)
    OR (NEW.user_agent IS NOT NULL AND NEW.user_agent IS DISTINCT FROM OLD.user_agent)
    OR (NEW.subject_label IS NOT NULL AND NEW.subject_label IS DISTINCT FROM OLD.subject_label)
    OR (OLD.seq IS NOT NULL AND (
      (NEW.address_salt IS NOT NULL AND NEW.address_salt IS DISTINCT FROM OLD.address_salt)
      OR (NEW.label_salt IS NOT NULL AND NEW.label_salt IS DISTINCT FROM OLD.label_salt)
      OR (NEW.seq, NEW.prev_hash, NEW.hash, NEW.address_digest, NEW.label_digest)
        IS DISTINCT FROM (OLD.seq, OLD.prev_hash, OLD.hash, OLD.address_digest, OLD.label_digest)))
  THEN RAISE EXCEPTION 'The audit stays as it was written' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_stays BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION prosa_audit_stays();
--> statement-breakpoint
-- Returns the ids of the tenant's leads that contain every word. Under row-level security LIKE cannot use an index, because it is not
-- leakproof. The function therefore runs as the owner, with the tenant of the transaction as its first condition, and returns ids only:
-- rows read by these ids pass the policies (docs/decisions/016).
--
-- Nine digits or more are first searched as a whole number, which the index over the last eight digits finds at once; all forms of a phone
-- end in the same eight. Only if no phone matches are they searched anywhere.
--
-- The work is limited to some thousands of leads. The trigram index does not know words without three letters or digits in a row: a
-- search of only such words covers the newest leads. If more leads match than the limit, that many are returned, and the newest besides.
CREATE FUNCTION prosa_find_leads(words text[]) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100
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
--> statement-breakpoint
-- Runs as the owner, for the tenant of the transaction alone (docs/decisions/016).
--
-- Returns the passages that contain most of the question, the shorter first, of all sources except `beside`. groups: [{"words": [...], "weight": 1.5}],
-- each a word of the question with its possible meanings; a passage's score is the sum of the weights of the groups that it contains. Each
-- group is queried by itself, from the index alone: comparing a passage with a group unpacks its words, whose cost the planner ignores.
-- OFFSET 0 prevents the use of the tenant's own index.
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
-- Returns words of the passages that may be forms of the given words, the most similar first: a form starts with the first letters of its word (`isForm`).
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
-- Returns words of the passages that may be meant by the given words, the most similar first: a typo keeps the beginning or the end of its word.
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
-- Every insert or change of a message's text or conversation adds a row to message_search_due; a job indexes these messages later.
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
-- Returns the lexemes of a message. Each organisation and month has its own lists in the index. PostgreSQL would refuse a word of thousands of
-- letters or a text of a book's length, and with it every message indexed in the same statement; both are cut.
CREATE FUNCTION prosa_searched_when(tenant uuid, said_at timestamptz, said text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE
  SET search_path = public, pg_temp AS $$
    SELECT array_to_tsvector(ARRAY(
      SELECT right(tenant::text, 6) || to_char(said_at AT TIME ZONE 'UTC', 'YYMM') || lexeme
      FROM unnest(to_tsvector('pg_catalog.portuguese'::regconfig, prosa_search_text(left(said, 100000)))) WHERE length(lexeme) <= 100))
  $$;
--> statement-breakpoint
-- Returns the distinct lexemes of the searched words.
CREATE FUNCTION prosa_asked_lexemes(asked text[]) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
    SELECT coalesce(array_agg(DISTINCT lexeme), '{}') FROM unnest(asked) word, unnest(to_tsvector('pg_catalog.portuguese'::regconfig, prosa_search_text(word)))
  $$;
--> statement-breakpoint
-- Runs as the owner, for the tenant of the transaction alone (docs/decisions/016). Searches the newest month first, then two months, then
-- four together, until a page is full. A word that many messages of a month contain is searched among the newest of them, one by one:
-- collecting all of them would cost most where a page is filled soonest. IS TRUE prevents the use of the index of words, OFFSET 0 the use
-- of the other indexes.
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
-- Returns the same as prosa_word_slips for the words of messages, and words that begin with a possibly unfinished word.
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
-- Returns those words of a text that match a searched word.
CREATE FUNCTION prosa_words_asked(said text[], asked text[]) RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
    SELECT word FROM unnest(said) word
    WHERE EXISTS (
      SELECT FROM unnest(to_tsvector('pg_catalog.portuguese'::regconfig, prosa_search_text(word))) part WHERE part.lexeme = ANY (prosa_asked_lexemes(asked)))
  $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION prosa_find_leads, prosa_find_passages, prosa_word_forms, prosa_word_slips, prosa_find_messages, prosa_message_word_slips
  FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION prosa_find_leads, prosa_find_passages, prosa_word_forms, prosa_word_slips, prosa_find_messages, prosa_message_word_slips
  TO prosa_app;
