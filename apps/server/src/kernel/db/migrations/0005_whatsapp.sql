CREATE TABLE "media" (
	"tenant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"kind" text NOT NULL,
	"sha256" text,
	"mime_type" text,
	"filename" text,
	"size" integer,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_tenant_id_message_id_pk" PRIMARY KEY("tenant_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_directory" (
	"phone_number_id" text PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "whatsapp_events" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"sender" text NOT NULL,
	"payload" text,
	"place" integer NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "whatsapp_events_tenant_id_number_id_key_pk" PRIMARY KEY("tenant_id","number_id","key")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_numbers" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"phone_number_id" text NOT NULL,
	"waba_id" text NOT NULL,
	"display_number" text NOT NULL,
	"verified_name" text,
	"access_token" text NOT NULL,
	"status" text DEFAULT 'ok' NOT NULL,
	"status_reason" text,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "whatsapp_numbers_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "channel_account_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "channel_address" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "channel_user_key" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "attempted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_directory" ADD CONSTRAINT "whatsapp_directory_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_events" ADD CONSTRAINT "whatsapp_events_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD CONSTRAINT "whatsapp_numbers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_numbers" ADD CONSTRAINT "whatsapp_numbers_tenant_id_agent_id_agents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agents"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "whatsapp_events_waiting" ON "whatsapp_events" USING btree ("tenant_id","number_id","sender","received_at","place") WHERE "whatsapp_events"."processed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "whatsapp_numbers_phone" ON "whatsapp_numbers" USING btree ("tenant_id","phone_number_id");--> statement-breakpoint
CREATE UNIQUE INDEX "leads_channel_user_key" ON "leads" USING btree ("tenant_id","agent_id","channel_user_key") WHERE "leads"."channel_user_key" is not null;
--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['whatsapp_numbers', 'whatsapp_directory', 'whatsapp_events', 'media']) AS t;
--> statement-breakpoint
REVOKE ALL ON whatsapp_directory FROM prosa_app;
