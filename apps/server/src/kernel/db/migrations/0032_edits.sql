CREATE TABLE "message_edits" (
	"tenant_id" uuid NOT NULL,
	"channel_id" text NOT NULL,
	"key" text NOT NULL,
	"sender" text NOT NULL,
	"by_lead" boolean NOT NULL,
	"content" text,
	"said_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied" boolean NOT NULL,
	CONSTRAINT "message_edits_tenant_id_channel_id_key_pk" PRIMARY KEY("tenant_id","channel_id","key")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message_edits" ADD CONSTRAINT "message_edits_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_edits_waiting" ON "message_edits" USING btree ("tenant_id","received_at") WHERE NOT applied;--> statement-breakpoint
CREATE INDEX "message_edits_sender" ON "message_edits" USING btree ("tenant_id","sender");--> statement-breakpoint
SELECT prosa_protect('message_edits');
