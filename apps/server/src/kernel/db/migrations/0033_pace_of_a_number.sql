ALTER TABLE "whatsapp_numbers" ADD COLUMN "mode" text DEFAULT 'api' NOT NULL;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "throughput" integer;