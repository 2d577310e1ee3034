ALTER TABLE "conversations" ADD COLUMN "reactions" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "conversations" SET "reactions" = counted."reactions" FROM (
  SELECT tenant_id, conversation_id, count(*)::integer AS "reactions" FROM messages WHERE type = 'reaction' GROUP BY 1, 2) counted
WHERE "conversations"."tenant_id" = counted.tenant_id AND "conversations"."id" = counted.conversation_id;
