CREATE TABLE "transcripts" (
	"tenant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"state" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"language" text,
	"duration_s" double precision,
	"segments" jsonb DEFAULT '[]' NOT NULL,
	"sha256" text NOT NULL,
	"asked_by" uuid,
	"calls" integer DEFAULT 0 NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transcripts_tenant_id_message_id_pk" PRIMARY KEY("tenant_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "late_seqs" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "transcript" jsonb;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transcripts_sound" ON "transcripts" USING btree ("tenant_id","sha256");--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['transcripts']) AS t;
