ALTER TABLE "conversations" ADD COLUMN "last_message_from" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_sender_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_sender_name" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_message_failed" boolean DEFAULT false NOT NULL;