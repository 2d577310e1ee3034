ALTER TABLE "tenants" ADD COLUMN "file_months" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "storage_mb" integer;