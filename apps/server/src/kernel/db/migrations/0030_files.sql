CREATE TABLE "files" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"origin" text NOT NULL,
	"user_id" uuid,
	"sha256" text,
	"stored_as" text,
	"size" bigint NOT NULL,
	"mime_type" text NOT NULL,
	"kind" text NOT NULL,
	"filename" text,
	"state" text NOT NULL,
	"reason" text,
	"parts" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "media" ALTER COLUMN "number_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ALTER COLUMN "provider_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_content" ON "files" USING btree ("tenant_id","sha256","origin");--> statement-breakpoint
CREATE INDEX "files_stored" ON "files" USING btree ("tenant_id","stored_as","size");--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_tenant_id_file_id_files_tenant_id_id_fk" FOREIGN KEY ("tenant_id","file_id") REFERENCES "public"."files"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_file" ON "media" USING btree ("tenant_id","file_id");--> statement-breakpoint
SELECT prosa_protect('files');
--> statement-breakpoint
-- Leads' files stay where they lie, under the id of their message; what is kept from now on lies under its digest.
INSERT INTO files (tenant_id, id, origin, stored_as, size, mime_type, kind, filename, state, created_at)
SELECT tenant_id, message_id, 'channel', message_id::text, COALESCE(size, 0), COALESCE(mime_type, 'application/octet-stream'), kind, filename, 'stored', created_at
FROM media WHERE state = 'stored';
--> statement-breakpoint
UPDATE media SET file_id = message_id WHERE state = 'stored';
