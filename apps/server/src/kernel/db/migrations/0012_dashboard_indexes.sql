DROP INDEX "conversation_hours_hour";--> statement-breakpoint
DROP INDEX "conversations_lead";--> statement-breakpoint
DROP INDEX "messages_response";--> statement-breakpoint
CREATE INDEX "conversation_hours_sums" ON "conversation_hours" USING btree ("tenant_id","hour","agent_id","conversation_id","from_lead","by_agent","by_person","take_overs");--> statement-breakpoint
CREATE INDEX "conversations_lead_stage" ON "conversations" USING btree ("tenant_id","lead_id","stage");--> statement-breakpoint
CREATE INDEX "messages_answers" ON "messages" USING btree ("tenant_id","created_at","manual","response_ms") WHERE "messages"."response_ms" is not null;