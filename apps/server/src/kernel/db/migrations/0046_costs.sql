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
	CONSTRAINT "costs_tenant_id_kind_ref_pk" PRIMARY KEY("tenant_id","kind","ref")
);
--> statement-breakpoint
ALTER TABLE "cost_rates" ADD CONSTRAINT "cost_rates_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "costs" ADD CONSTRAINT "costs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "bubbles" text DEFAULT 'one' NOT NULL;--> statement-breakpoint
CREATE INDEX "costs_at" ON "costs" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "costs_conversation" ON "costs" USING btree ("tenant_id","conversation_id");--> statement-breakpoint
CREATE INDEX "costs_lead" ON "costs" USING btree ("tenant_id","lead_id");--> statement-breakpoint
CREATE INDEX "costs_free" ON "costs" USING btree ("tenant_id","number_id","free_month","at","ref") WHERE "costs"."free_month" IS NOT NULL;--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['costs', 'cost_rates']) AS t;
