CREATE TABLE "presences" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"process_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "presences_tenant_id_user_id_process_id_pk" PRIMARY KEY("tenant_id","user_id","process_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "presences_process" ON "presences" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree ("tenant_id",(prosa_fold("name") COLLATE "C"),"id");
--> statement-breakpoint
SELECT prosa_protect('presences');
--> statement-breakpoint
UPDATE users SET last_seen_at = seen.at
FROM (SELECT tenant_id, user_id, max(last_used_at) AS at FROM sessions GROUP BY tenant_id, user_id) AS seen
WHERE seen.tenant_id = users.tenant_id AND seen.user_id = users.id;
