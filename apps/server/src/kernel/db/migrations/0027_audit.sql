CREATE TABLE "audit_heads" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unanswered_turns" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"input_tokens" integer,
	"output_tokens" integer,
	"cost" double precision,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unanswered_turns_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
DROP INDEX "audit_log_created";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor_kind" text NOT NULL DEFAULT 'user';--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "actor_kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor_name" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "subject_kind" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "subject_label" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "seq" bigint;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "prev_hash" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address_salt" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address_digest" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "label_salt" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "label_digest" text;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unanswered_turns" ADD CONSTRAINT "unanswered_turns_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("tenant_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("tenant_id","subject","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("tenant_id","action","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_seq" ON "audit_log" USING btree ("tenant_id","seq");--> statement-breakpoint
CREATE INDEX "audit_log_unsealed" ON "audit_log" USING btree ("tenant_id","created_at") WHERE seq IS NULL;
--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['audit_heads', 'unanswered_turns']) AS t;
--> statement-breakpoint
-- What a turn took is a measurement: nobody's act.
INSERT INTO unanswered_turns (tenant_id, id, conversation_id, outcome, input_tokens, output_tokens, cost, created_at)
SELECT tenant_id, id, subject::uuid, COALESCE(detail->>'outcome', ''), (detail->>'inputTokens')::int, (detail->>'outputTokens')::int,
  (detail->>'cost')::double precision, created_at
FROM audit_log WHERE action = 'agent turn unanswered';
--> statement-breakpoint
DELETE FROM audit_log WHERE action = 'agent turn unanswered';
--> statement-breakpoint
-- What was written before keeps what it said, under the names of the contract. Who left no name then has the one they have now.
UPDATE audit_log SET action = renamed.after, subject_kind = renamed.kind
FROM (VALUES
  ('sign-in', 'session.opened', 'session'), ('sign-out', 'session.closed', 'session'),
  ('sign-out everywhere', 'session.closed_everywhere', NULL), ('session ended by its user', 'session.ended', 'session'),
  ('sign-in refused', 'session.refused', NULL), ('account locked', 'session.locked', NULL),
  ('refresh token reused', 'session.reused', 'session'), ('password changed', 'password.changed', NULL),
  ('invite', 'invitation.sent', 'invitation'), ('invite again', 'invitation.renewed', 'invitation'),
  ('cancel invitation', 'invitation.cancelled', 'invitation'), ('onboarding', 'invitation.accepted', 'invitation'),
  ('invitation refused', 'invitation.refused', 'invitation'),
  ('person changed', 'person.changed', 'user'), ('person switched off', 'person.switched_off', 'user'),
  ('person switched on', 'person.switched_on', 'user'), ('person signed out', 'person.signed_out', 'user'),
  ('create tenant', 'organisation.created', 'organisation'), ('update tenant', 'organisation.changed', 'organisation'),
  ('second step removed', 'second_step.removed', 'user'), ('reset link made', 'password.link_made', 'user'), ('password reset', 'password.reset', NULL),
  ('set second step', 'settings.changed', NULL), ('set retention', 'settings.changed', NULL),
  ('create agent', 'agent.created', 'agent'), ('update agent', 'agent.changed', 'agent'),
  ('link whatsapp number', 'number.linked', 'number'), ('change whatsapp number', 'number.changed', 'number'),
  ('unlink whatsapp number', 'number.unlinked', 'number'),
  ('connect calendar', 'calendar.connected', NULL), ('disconnect calendar', 'calendar.disconnected', NULL),
  ('book meeting', 'meeting.booked', 'meeting'), ('agent books meeting', 'meeting.booked', 'meeting'),
  ('agent moves meeting', 'meeting.moved', 'meeting'), ('agent cancels meeting', 'meeting.cancelled', 'meeting'),
  ('pause agent', 'lead.paused', 'lead'), ('resume agent', 'lead.resumed', 'lead'),
  ('archive lead', 'lead.archived', 'lead'), ('bring lead back', 'lead.restored', 'lead'),
  ('lead opted out', 'lead.opted_out', 'lead'), ('opt-out lifted', 'lead.opted_in', 'lead'),
  ('merge leads', 'lead.merged', 'lead'), ('export lead', 'lead.exported', 'lead'), ('erase lead', 'lead.erased', 'lead')
) AS renamed(before, after, kind) WHERE audit_log.action = renamed.before;
--> statement-breakpoint
UPDATE audit_log SET
  actor_kind = CASE WHEN user_id IS NOT NULL OR action = 'invitation.refused' THEN 'user'
    WHEN detail->>'by' = 'Plataforma Prosa' THEN 'platform' WHEN subject_kind = 'meeting' THEN 'agent' ELSE 'system' END,
  actor_name = COALESCE((SELECT name FROM users u WHERE u.tenant_id = audit_log.tenant_id AND u.id = audit_log.user_id), detail->>'by'),
  subject_label = CASE subject_kind
    WHEN 'user' THEN (SELECT name FROM users u WHERE u.tenant_id = audit_log.tenant_id AND u.id::text = subject)
    WHEN 'agent' THEN (SELECT name FROM agents a WHERE a.tenant_id = audit_log.tenant_id AND a.id::text = subject)
    WHEN 'lead' THEN (SELECT name FROM leads l WHERE l.tenant_id = audit_log.tenant_id AND l.id::text = subject) END;
--> statement-breakpoint
-- Rows stay, also the old ones with an address: only that address goes (TRUST-21).
DROP POLICY cleared_when_old ON audit_log;
--> statement-breakpoint
REVOKE DELETE ON audit_log FROM prosa_system;
--> statement-breakpoint
GRANT UPDATE (subject_label, label_salt) ON audit_log TO prosa_app;
--> statement-breakpoint
GRANT UPDATE (ip, user_agent, address_salt, address_digest, subject_label, label_salt, label_digest, seq, prev_hash, hash) ON audit_log TO prosa_system;
--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON audit_heads FROM prosa_app;
--> statement-breakpoint
-- Whatever the rights of who writes: a row is sealed once, and what may be cleared can be cleared only.
CREATE FUNCTION prosa_audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.ip IS NOT NULL AND NEW.ip IS DISTINCT FROM OLD.ip)
    OR (NEW.user_agent IS NOT NULL AND NEW.user_agent IS DISTINCT FROM OLD.user_agent)
    OR (NEW.subject_label IS NOT NULL AND NEW.subject_label IS DISTINCT FROM OLD.subject_label)
    OR (OLD.seq IS NOT NULL AND (
      (NEW.address_salt IS NOT NULL AND NEW.address_salt IS DISTINCT FROM OLD.address_salt)
      OR (NEW.label_salt IS NOT NULL AND NEW.label_salt IS DISTINCT FROM OLD.label_salt)
      OR (NEW.seq, NEW.prev_hash, NEW.hash, NEW.address_digest, NEW.label_digest)
        IS DISTINCT FROM (OLD.seq, OLD.prev_hash, OLD.hash, OLD.address_digest, OLD.label_digest)))
  THEN RAISE EXCEPTION 'The audit stays as it was written' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_stays BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION prosa_audit_stays();
