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
ALTER TABLE "number_problems" ADD CONSTRAINT "number_problems_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT prosa_protect('number_problems');
