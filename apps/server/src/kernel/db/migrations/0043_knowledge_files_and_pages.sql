ALTER TABLE "knowledge_passages" ADD COLUMN "original" jsonb;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "filename" text;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "refresh" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD CONSTRAINT "knowledge_sources_tenant_id_file_id_files_tenant_id_id_fk" FOREIGN KEY ("tenant_id","file_id") REFERENCES "public"."files"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_sources_file" ON "knowledge_sources" USING btree ("tenant_id","file_id") WHERE "knowledge_sources"."file_id" IS NOT NULL;