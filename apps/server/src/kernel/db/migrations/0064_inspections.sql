ALTER TABLE "files" ADD COLUMN "reserved_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "inspected_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "inspections" integer DEFAULT 0 NOT NULL;