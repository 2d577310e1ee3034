ALTER TABLE "whatsapp_numbers" ADD COLUMN "mended_at" timestamp (3) with time zone;--> statement-breakpoint
-- Until now the last look at a number stood for it.
UPDATE "whatsapp_numbers" SET "mended_at" = "checked_at";
