CREATE TABLE "knowledge_photos" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"link" text NOT NULL,
	"digest" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"file_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_photos_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_photos" ADD CONSTRAINT "knowledge_photos_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_photos" ADD CONSTRAINT "knowledge_photos_tenant_id_source_id_knowledge_sources_tenant_id_id_fk" FOREIGN KEY ("tenant_id","source_id") REFERENCES "public"."knowledge_sources"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_photos" ADD CONSTRAINT "knowledge_photos_tenant_id_file_id_files_tenant_id_id_fk" FOREIGN KEY ("tenant_id","file_id") REFERENCES "public"."files"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_photos_link" ON "knowledge_photos" USING btree ("tenant_id","source_id","digest");--> statement-breakpoint
CREATE INDEX "knowledge_photos_file" ON "knowledge_photos" USING btree ("tenant_id","file_id") WHERE "knowledge_photos"."file_id" IS NOT NULL;--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['knowledge_photos']) AS t;
