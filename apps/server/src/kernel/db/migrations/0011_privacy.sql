ALTER TABLE "leads" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "retention_months" integer;
--> statement-breakpoint
-- A record is written once. What is older than the law has it kept, and only that, may be cleared away.
REVOKE UPDATE ON audit_log FROM prosa_system;
--> statement-breakpoint
CREATE POLICY cleared_when_old ON audit_log AS RESTRICTIVE FOR DELETE TO prosa_system
  USING (ip IS NOT NULL AND created_at < now() - interval '6 months');
