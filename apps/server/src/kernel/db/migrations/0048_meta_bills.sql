CREATE TABLE "meta_bills" (
	"tenant_id" uuid NOT NULL,
	"waba_id" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"micro_brl" bigint,
	CONSTRAINT "meta_bills_tenant_id_waba_id_from_at_pk" PRIMARY KEY("tenant_id","waba_id","from_at")
);
--> statement-breakpoint
ALTER TABLE "meta_bills" ADD CONSTRAINT "meta_bills_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['meta_bills']) AS t;
