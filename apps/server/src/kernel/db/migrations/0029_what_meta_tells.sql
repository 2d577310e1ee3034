CREATE TABLE "message_statuses" (
	"tenant_id" uuid NOT NULL,
	"channel_id" text NOT NULL,
	"status" text NOT NULL,
	"digest" text NOT NULL,
	"number_id" uuid NOT NULL,
	"callback_data" text,
	"recipient" text,
	"said_at" timestamp (3) with time zone,
	"payload" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"known" boolean DEFAULT false NOT NULL,
	CONSTRAINT "message_statuses_tenant_id_channel_id_status_digest_pk" PRIMARY KEY("tenant_id","channel_id","status","digest")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_notices" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"digest" text NOT NULL,
	"field" text NOT NULL,
	"event" text NOT NULL,
	"sender" text,
	"payload" jsonb NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "whatsapp_notices_tenant_id_number_id_id_pk" PRIMARY KEY("tenant_id","number_id","id")
);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "marketing_after" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message_statuses" ADD CONSTRAINT "message_statuses_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_notices" ADD CONSTRAINT "whatsapp_notices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_statuses_unknown" ON "message_statuses" USING btree ("tenant_id","recipient") WHERE NOT known;--> statement-breakpoint
CREATE UNIQUE INDEX "whatsapp_notices_digest" ON "whatsapp_notices" USING btree ("tenant_id","number_id","digest");--> statement-breakpoint
CREATE INDEX "whatsapp_notices_newest" ON "whatsapp_notices" USING btree ("tenant_id","number_id","said_at","id");--> statement-breakpoint
CREATE INDEX "whatsapp_notices_sender" ON "whatsapp_notices" USING btree ("tenant_id","sender") WHERE "whatsapp_notices"."sender" is not null;--> statement-breakpoint
CREATE INDEX "whatsapp_numbers_waba" ON "whatsapp_numbers" USING btree ("waba_id");
--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['message_statuses', 'whatsapp_notices']) AS t;
--> statement-breakpoint
-- Statuses that waited for their message in the inbox wait where all of them are kept now.
INSERT INTO message_statuses (tenant_id, channel_id, status, digest, number_id, callback_data, payload, received_at, applied_at)
SELECT tenant_id, sender, COALESCE(payload::jsonb->>'status', ''), md5(payload), number_id, payload::jsonb->>'callbackData',
  jsonb_strip_nulls(jsonb_build_object('id', sender, 'status', payload::jsonb->'status',
    'errors', CASE WHEN payload::jsonb->>'code' IS NOT NULL THEN jsonb_build_array(jsonb_build_object('code', payload::jsonb->'code')) END)),
  received_at, received_at
FROM whatsapp_events WHERE kind = 'status' AND payload IS NOT NULL
ON CONFLICT DO NOTHING;
--> statement-breakpoint
DELETE FROM whatsapp_events WHERE kind = 'status';
