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
ALTER TABLE "agents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_drafts" ADD CONSTRAINT "agent_drafts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_drafts" ADD CONSTRAINT "agent_drafts_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['agent_versions', 'agent_drafts']) AS t;--> statement-breakpoint
-- What an agent is told today is its first version.
INSERT INTO "agent_versions" ("tenant_id", "agent_id", "number", "settings", "changed", "published_at")
SELECT a."tenant_id", a."id", 1, jsonb_build_object(
  'persona', a."persona", 'instructions', a."instructions", 'hours', a."hours", 'model', a."model", 'use_model', a."use_model",
  'questions', to_jsonb(a."questions"), 'replace_questions', a."replace_questions", 'asks_for', a."asks_for", 'bubbles', a."bubbles",
  'turns_without_person', a."turns_without_person"), '{}', a."updated_at"
FROM "agents" AS a;
