-- Of several invitations that wait for one address the newest stays; the links of the others would have led to the same account.
DELETE FROM invitations old USING invitations newer
WHERE old.accepted_at IS NULL AND newer.accepted_at IS NULL AND old.tenant_id = newer.tenant_id AND old.email = newer.email AND old.id < newer.id;
--> statement-breakpoint
DROP INDEX "invitations_email";--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_waiting" ON "invitations" USING btree ("tenant_id","email") WHERE accepted_at IS NULL;