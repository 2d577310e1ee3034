CREATE TABLE "unclaimed_accounts" (
	"tenant_id" uuid NOT NULL,
	"waba_id" text NOT NULL,
	"owner_business_id" text NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unclaimed_accounts_tenant_id_waba_id_pk" PRIMARY KEY("tenant_id","waba_id")
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
ALTER TABLE "unclaimed_accounts" ADD CONSTRAINT "unclaimed_accounts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_signups" ADD CONSTRAINT "whatsapp_signups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_signups" ADD CONSTRAINT "whatsapp_signups_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['whatsapp_signups', 'unclaimed_accounts']) AS t;
