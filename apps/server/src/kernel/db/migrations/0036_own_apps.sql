CREATE TABLE "channel_apps" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"app_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_apps_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "app_id" uuid;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "token_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "pin" text;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "history_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "onboarded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "quality" text;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "messaging_limit" integer;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "used_24h" integer;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "health_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "handshake_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "handshake_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "event_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "status_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD COLUMN "first_message_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "channel_apps" ADD CONSTRAINT "channel_apps_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_apps_key" ON "channel_apps" USING btree ("key");--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD CONSTRAINT "whatsapp_numbers_tenant_id_app_id_channel_apps_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_id") REFERENCES "public"."channel_apps"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT prosa_protect('channel_apps');
--> statement-breakpoint
UPDATE whatsapp_numbers n SET onboarded_at = n.created_at,
  event_at = (SELECT max(e.received_at) FROM whatsapp_events e WHERE e.tenant_id = n.tenant_id AND e.number_id = n.id),
  first_message_at = (SELECT min(e.received_at) FROM whatsapp_events e WHERE e.tenant_id = n.tenant_id AND e.number_id = n.id AND e.kind = 'message');
