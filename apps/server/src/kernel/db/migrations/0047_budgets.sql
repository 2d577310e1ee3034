CREATE TABLE "cost_budgets" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"micro_month" bigint,
	"at_limit" text NOT NULL,
	"told" text DEFAULT 'under' NOT NULL,
	"told_month" date
);
--> statement-breakpoint
ALTER TABLE "costs" ADD COLUMN "by_agent" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "cost_budgets" ADD CONSTRAINT "cost_budgets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "costs" SET "by_agent" = false FROM "messages" AS m WHERE "costs"."kind" = 'meta' AND m."tenant_id" = "costs"."tenant_id" AND m."id"::text = "costs"."ref" AND m."manual";--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['cost_budgets']) AS t;
