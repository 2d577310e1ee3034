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
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turn_starts" ADD CONSTRAINT "turn_starts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "corrections_agent" ON "corrections" USING btree ("tenant_id","agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "corrections_lead" ON "corrections" USING btree ("tenant_id","lead_id");--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_client_key" ON "corrections" USING btree ("tenant_id","client_key") WHERE "corrections"."client_key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "turn_starts_created" ON "turn_starts" USING btree ("created_at");--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['corrections', 'turn_starts']) AS t;
