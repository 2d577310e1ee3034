ALTER TABLE "conversations" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
CREATE INDEX "conversations_merged" ON "conversations" USING btree ("tenant_id","merged_into") WHERE "conversations"."merged_into" is not null;--> statement-breakpoint
-- Those that were joined before there was the column: the log tells which lead went into which.
UPDATE conversations AS c SET merged_into = kept.id
FROM audit_log a JOIN conversations kept ON kept.tenant_id = a.tenant_id AND kept.lead_id::text = a.subject
WHERE a.action = 'merge leads' AND a.tenant_id = c.tenant_id AND a.detail->>'merged' = c.lead_id::text AND kept.channel = c.channel
  AND c.status = 'closed' AND c.last_seq = 0 AND c.status_message = 'Unida a outra conversa do mesmo contato';
