CREATE TABLE "header_examples" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"content" text NOT NULL,
	"upload_id" text NOT NULL,
	"handle" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "header_examples_tenant_id_number_id_content_pk" PRIMARY KEY("tenant_id","number_id","content")
);
--> statement-breakpoint
CREATE TABLE "template_readings" (
	"tenant_id" uuid NOT NULL,
	"waba_id" text NOT NULL,
	"read_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone,
	CONSTRAINT "template_readings_tenant_id_waba_id_pk" PRIMARY KEY("tenant_id","waba_id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_templates" (
	"tenant_id" uuid NOT NULL,
	"waba_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"category" text,
	"next_category" text,
	"next_category_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"reason" text,
	"detail" text,
	"paused_until" timestamp (3) with time zone,
	"quality" text,
	"components" jsonb NOT NULL,
	"status_at" timestamp (3) with time zone NOT NULL,
	"category_at" timestamp (3) with time zone NOT NULL,
	"quality_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "whatsapp_templates_tenant_id_waba_id_id_pk" PRIMARY KEY("tenant_id","waba_id","id")
);
--> statement-breakpoint
ALTER TABLE "header_examples" ADD CONSTRAINT "header_examples_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_readings" ADD CONSTRAINT "template_readings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_templates" ADD CONSTRAINT "whatsapp_templates_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['whatsapp_templates', 'template_readings', 'header_examples']) AS t;
