-- What an agent must never say is a setting of its versions (2-agents.md, section 6): until now nobody could forbid anything.
ALTER TABLE "agents" ADD COLUMN "never" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "agent_versions" SET "settings" = "settings" || '{"never": []}';
