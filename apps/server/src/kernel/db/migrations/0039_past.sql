CREATE TABLE "echoed_texts" (
	"tenant_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"conversation_id" uuid NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "echoed_texts_tenant_id_digest_conversation_id_pk" PRIMARY KEY("tenant_id","digest","conversation_id")
);
--> statement-breakpoint
CREATE TABLE "past_messages" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"channel_id" text NOT NULL,
	"role" text NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL,
	"attachment" jsonb,
	"delivery" text,
	"meta" jsonb,
	"said_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "past_messages_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_comparisons" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ours" integer,
	"meta" integer,
	"missing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "whatsapp_comparisons_tenant_id_number_id_pk" PRIMARY KEY("tenant_id","number_id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_syncs" (
	"tenant_id" uuid NOT NULL,
	"number_id" uuid NOT NULL,
	"state" text DEFAULT 'none' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"contacts_asked_at" timestamp (3) with time zone,
	"contacts_taken_at" timestamp (3) with time zone,
	"history_asked_at" timestamp (3) with time zone,
	"history_taken_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "whatsapp_syncs_tenant_id_number_id_pk" PRIMARY KEY("tenant_id","number_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "past_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "entry" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "name_from" text;--> statement-breakpoint
ALTER TABLE "echoed_texts" ADD CONSTRAINT "echoed_texts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "echoed_texts" ADD CONSTRAINT "echoed_texts_tenant_id_conversation_id_conversations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversations"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_messages" ADD CONSTRAINT "past_messages_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_messages" ADD CONSTRAINT "past_messages_tenant_id_conversation_id_conversations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversations"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_comparisons" ADD CONSTRAINT "whatsapp_comparisons_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_comparisons" ADD CONSTRAINT "whatsapp_comparisons_tenant_id_number_id_whatsapp_numbers_tenant_id_id_fk" FOREIGN KEY ("tenant_id","number_id") REFERENCES "public"."whatsapp_numbers"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_syncs" ADD CONSTRAINT "whatsapp_syncs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_syncs" ADD CONSTRAINT "whatsapp_syncs_tenant_id_number_id_whatsapp_numbers_tenant_id_id_fk" FOREIGN KEY ("tenant_id","number_id") REFERENCES "public"."whatsapp_numbers"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "past_messages_channel_id" ON "past_messages" USING btree ("tenant_id","channel_id");--> statement-breakpoint
CREATE INDEX "past_messages_place" ON "past_messages" USING btree ("tenant_id","conversation_id","said_at","id");--> statement-breakpoint
CREATE INDEX "past_messages_number" ON "past_messages" USING btree ("tenant_id","number_id","conversation_id");--> statement-breakpoint
SELECT prosa_protect('past_messages');
--> statement-breakpoint
SELECT prosa_protect('echoed_texts');
--> statement-breakpoint
SELECT prosa_protect('whatsapp_syncs');
--> statement-breakpoint
SELECT prosa_protect('whatsapp_comparisons');
