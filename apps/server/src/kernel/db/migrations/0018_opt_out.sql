ALTER TABLE "leads" ADD COLUMN "opt_out_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "opt_out_by" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "opt_out_words" text;