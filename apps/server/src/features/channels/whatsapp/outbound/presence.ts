import { desc, eq, isNotNull } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { findWhatsAppNumber, getWhatsAppAccount } from '../numbers/numbers.ts'

/** Milliseconds after which the typing indicator is requested again. WhatsApp displays it for 25 seconds. */
const TYPING_REFRESH_MS = 20_000

/**
 * Marks a lead's WhatsApp messages as read when users read them, and shows the typing indicator while an AI agent writes an answer. Errors
 * are only logged.
 */
export function registerPresenceListeners(deps: Pick<Deps, 'db' | 'bus' | 'config' | 'whatsapp' | 'log'>): void {
  const markedReadIds = new LRUCache<string, true>({ max: 10_000 })
  const typingShownIds = new LRUCache<string, true>({ max: 10_000, ttl: TYPING_REFRESH_MS })
  const markRead = async (tenantId: string, leadId: string, isTyping: boolean) => {
    const newestMessage = await findNewestMessage(deps, tenantId, leadId)
    if (!newestMessage || (isTyping ? typingShownIds.has(newestMessage.channelId) : markedReadIds.has(newestMessage.channelId)))
      return
    markedReadIds.set(newestMessage.channelId, true)
    if (isTyping) typingShownIds.set(newestMessage.channelId, true)
    const response = await deps.whatsapp.markRead(
      getWhatsAppAccount(deps, newestMessage.number),
      newestMessage.channelId,
      isTyping,
    )
    if (response.kind === 'refused') deps.log.debug({ code: response.code }, 'WhatsApp did not show that a message was read')
  }
  const runAndLogErrors = (promise: Promise<void>) =>
    void promise.catch((error: unknown) => deps.log.debug({ err: error }, 'a lead was not shown that its message was read'))
  deps.bus.onLocal('agent.typing', ({ tenantId, leadId, isTyping }) => {
    if (isTyping) runAndLogErrors(markRead(tenantId, leadId, true))
  })
  deps.bus.onLocal('read.moved', ({ tenantId, leadId, unreadCount }) => {
    if (unreadCount === 0) runAndLogErrors(markRead(tenantId, leadId, false))
  })
}

/** Returns the newest WhatsApp message of a lead and the number that received it. Returns null if there is none or the number is broken. */
const findNewestMessage = ({ db }: Pick<Deps, 'db'>, tenantId: string, leadId: string) =>
  db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db
      .select({ channelId: messages.channelId, accountId: conversations.channelAccountId })
      .from(conversations)
      .innerJoin(
        messages,
        whereTenant(
          messages,
          conversations.tenantId,
          eq(messages.conversationId, conversations.id),
          eq(messages.role, 'humano'),
          isNotNull(messages.channelId),
        ),
      )
      .where(whereTenant(conversations, tenantId, eq(conversations.leadId, leadId), eq(conversations.channel, 'whatsapp')))
      .orderBy(desc(messages.seq))
      .limit(1)
    const number = row?.accountId ? await findWhatsAppNumber(tx, tenantId, row.accountId) : null
    return row?.channelId && number?.status === 'ok' ? { channelId: row.channelId, number } : null
  })
