CREATE TABLE "storage_told" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "storage_told" ADD CONSTRAINT "storage_told_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['storage_told']) AS t;
