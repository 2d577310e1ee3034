ALTER TABLE "users" ADD COLUMN "join_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "joins_seen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "joins" integer DEFAULT 0 NOT NULL;