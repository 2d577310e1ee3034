CREATE TABLE "meta_media" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"content" text NOT NULL,
	"provider_id" text,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"refused_for" uuid,
	CONSTRAINT "meta_media_tenant_id_number_id_content_pk" PRIMARY KEY("tenant_id","number_id","content")
);
--> statement-breakpoint
ALTER TABLE "meta_media" ADD CONSTRAINT "meta_media_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT prosa_protect('meta_media');
