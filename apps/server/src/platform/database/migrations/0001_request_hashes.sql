ALTER TABLE "meetings" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "corrections" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "request_hash" text;