import { sql } from 'drizzle-orm'
import type { TestApp } from '../harness/test-app.ts'

/** Returns the lead and the conversation of a message, as calls name them. */
export async function getConversationIdsOfMessage(
  { deps }: TestApp,
  messageId: string,
): Promise<{ leadId: string; conversationId: string }> {
  const { rows } = await deps.db.system((tx) =>
    tx.db.execute(sql`
      SELECT c.lead_id AS "leadId", c.id AS "conversationId" FROM messages m
      JOIN conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id WHERE m.id = ${messageId}`),
  )
  const [place] = rows
  if (!place) throw new Error('There is no such message')
  return { leadId: String(place.leadId), conversationId: String(place.conversationId) }
}
