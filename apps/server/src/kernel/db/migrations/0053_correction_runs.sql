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
ALTER TABLE "correction_results" ADD CONSTRAINT "correction_results_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correction_results" ADD CONSTRAINT "correction_results_tenant_id_correction_id_corrections_tenant_id_id_fk" FOREIGN KEY ("tenant_id","correction_id") REFERENCES "public"."corrections"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correction_results" ADD CONSTRAINT "correction_results_tenant_id_run_id_correction_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."correction_runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correction_runs" ADD CONSTRAINT "correction_runs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correction_runs" ADD CONSTRAINT "correction_runs_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "correction_results_run" ON "correction_results" USING btree ("tenant_id","run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "correction_runs_running" ON "correction_runs" USING btree ("tenant_id","agent_id") WHERE "correction_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "correction_runs_agent" ON "correction_runs" USING btree ("tenant_id","agent_id","revision","version");--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['correction_results', 'correction_runs']) AS t;
