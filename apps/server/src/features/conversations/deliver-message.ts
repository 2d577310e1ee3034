import { and, eq } from 'drizzle-orm'
import { conversations, messages } from '../../kernel/db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Jobs } from '../../kernel/jobs.ts'

/** Hands one message to its channel and notes how that went; a throw makes the job try again later, before the next message of the conversation. */
export async function deliverMessage(
  { db, channels, log }: Pick<Deps, 'db' | 'channels' | 'log'>,
  job: Jobs['deliver-message'],
): Promise<void> {
  const { tenantId, conversationId, seq } = job
  const mine = and(eq(messages.tenantId, tenantId), eq(messages.conversationId, conversationId), eq(messages.seq, seq))
  const [row] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select({ message: messages, leadId: conversations.leadId })
      .from(messages)
      .innerJoin(conversations, and(eq(conversations.tenantId, messages.tenantId), eq(conversations.id, messages.conversationId)))
      .where(mine),
  )
  const adapter = channels[job.channel]
  if (!row || row.message.delivery !== 'queued') return
  if (!adapter) {
    log.error({ channel: job.channel }, 'a message waits for a channel that this server does not have')
    throw new Error(`No adapter for the channel ${job.channel}`)
  }
  const { channelId } = await adapter.deliver({
    tenantId,
    conversationId,
    messageId: row.message.id,
    content: row.message.content,
  })
  await db.tenant(tenantId, async (tx) => {
    await tx.db.update(messages).set({ delivery: 'sent', channelId }).where(mine)
    const told = {
      tenantId,
      leadId: row.leadId,
      conversationId,
      messageId: row.message.id,
      delivery: 'sent',
      deliveryError: null,
    }
    tx.emit({ name: 'message.delivery', payload: told })
  })
}
