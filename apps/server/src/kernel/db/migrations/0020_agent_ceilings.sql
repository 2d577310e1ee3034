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
ALTER TABLE "agents" ADD COLUMN "turns_without_person" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_usage" ADD CONSTRAINT "agent_usage_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT prosa_protect('agent_usage');
