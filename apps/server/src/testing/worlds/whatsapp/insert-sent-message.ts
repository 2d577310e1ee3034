import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { type ConversationIds, createUniqueWamid, type WhatsappFixture } from './whatsapp-fixture.ts'

/**
 * Stores an outbound message that was sent at `at`.
 * @returns its id and Meta's id
 */
export async function insertSentMessage(
  { test, tenant }: WhatsappFixture,
  { conversationId }: ConversationIds,
  at: Date,
): Promise<{ ref: string; channelId: string }> {
  const [ref, channelId] = [uuid(), createUniqueWamid()]
  await test.deps.db.system((tx) =>
    tx.db.execute(sql`
      WITH place AS (UPDATE conversations SET last_seq = last_seq + 1 WHERE tenant_id = ${tenant.tenantId} AND id = ${conversationId} RETURNING last_seq)
      INSERT INTO messages (tenant_id, id, conversation_id, seq, role, content, delivery, channel_id, lead_messages, created_at)
      SELECT ${tenant.tenantId}, ${ref}, ${conversationId}, last_seq, 'AI', 'Oi', 'sent', ${channelId}, 0, ${at.toISOString()}::timestamptz FROM place`),
  )
  return { ref, channelId }
}
