CREATE TABLE "conversation_hours" (
	"tenant_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"agent_id" uuid NOT NULL,
	"from_lead" integer DEFAULT 0 NOT NULL,
	"by_agent" integer DEFAULT 0 NOT NULL,
	"by_person" integer DEFAULT 0 NOT NULL,
	"take_overs" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "conversation_hours_tenant_id_conversation_id_hour_pk" PRIMARY KEY("tenant_id","conversation_id","hour")
);
--> statement-breakpoint
CREATE TABLE "meetings" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid,
	"user_id" uuid NOT NULL,
	"booked_by_agent" boolean DEFAULT false NOT NULL,
	"external_id" text NOT NULL,
	"title" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meetings_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "held_by_person" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_hours" ADD CONSTRAINT "conversation_hours_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_hours" ADD CONSTRAINT "conversation_hours_tenant_id_conversation_id_conversations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversations"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_tenant_id_lead_id_leads_tenant_id_id_fk" FOREIGN KEY ("tenant_id","lead_id") REFERENCES "public"."leads"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_hours_hour" ON "conversation_hours" USING btree ("tenant_id","hour");--> statement-breakpoint
CREATE INDEX "meetings_created" ON "meetings" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_response" ON "messages" USING btree ("tenant_id","created_at") WHERE "messages"."response_ms" is not null;--> statement-breakpoint
SELECT prosa_protect('conversation_hours');
--> statement-breakpoint
SELECT prosa_protect('meetings');
--> statement-breakpoint
-- Messages from before this table count too.
INSERT INTO conversation_hours (tenant_id, conversation_id, hour, agent_id, from_lead, by_agent, by_person, take_overs)
SELECT m.tenant_id, m.conversation_id, date_trunc('hour', m.created_at), c.agent_id,
  count(*) FILTER (WHERE m.role = 'humano'), count(*) FILTER (WHERE m.role = 'AI' AND NOT m.manual), count(*) FILTER (WHERE m.manual),
  count(*) FILTER (WHERE m.manual AND m.before IS DISTINCT FROM true)
FROM (SELECT *, lag(CASE WHEN role = 'AI' THEN manual END) OVER (PARTITION BY tenant_id, conversation_id, role ORDER BY seq) AS before FROM messages) m
JOIN conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id
GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
UPDATE conversations c SET held_by_person = m.manual
FROM (SELECT DISTINCT ON (tenant_id, conversation_id) tenant_id, conversation_id, manual FROM messages WHERE role = 'AI' ORDER BY tenant_id, conversation_id, seq DESC) m
WHERE m.tenant_id = c.tenant_id AND m.conversation_id = c.id AND m.manual;
