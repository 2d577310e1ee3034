ALTER TABLE "files" ADD COLUMN "visitor" text;--> statement-breakpoint
CREATE INDEX "files_visitor" ON "files" USING btree ("tenant_id","visitor","created_at") WHERE "files"."visitor" IS NOT NULL;