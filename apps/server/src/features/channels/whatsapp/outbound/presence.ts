import { desc, eq, isNotNull } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { findNumber, getWhatsAppAccount } from '../numbers/numbers.ts'

/** Milliseconds after which the typing indicator is requested again. Meta displays the indicator for 25 seconds. */
const TYPING_REFRESH_MS = 20_000

/**
 * Registers event listeners that mark a lead's WhatsApp message as read, and show the typing indicator to the lead while an agent writes an
 * answer. Errors are only logged.
 */
export function registerPresenceListeners(deps: Pick<Deps, 'db' | 'bus' | 'config' | 'whatsapp' | 'log'>): void {
  const read = new LRUCache<string, true>({ max: 10_000 })
  const typing = new LRUCache<string, true>({ max: 10_000, ttl: TYPING_REFRESH_MS })
  const show = async (tenantId: string, leadId: string, isTyping: boolean) => {
    const found = await findNewestMessage(deps, tenantId, leadId)
    if (!found || (isTyping ? typing.has(found.channelId) : read.has(found.channelId))) return
    read.set(found.channelId, true)
    if (isTyping) typing.set(found.channelId, true)
    const answer = await deps.whatsapp.markRead(getWhatsAppAccount(deps, found.number), found.channelId, isTyping)
    if (answer.kind === 'refused') deps.log.debug({ code: answer.code }, 'WhatsApp did not show that a message was read')
  }
  const quietly = (work: Promise<void>) =>
    void work.catch((error: unknown) => deps.log.debug({ err: error }, 'a lead was not shown that its message was read'))
  deps.bus.onOwn('agent.typing', ({ tenantId, leadId, isTyping }) => {
    if (isTyping) quietly(show(tenantId, leadId, true))
  })
  deps.bus.onOwn('read.moved', ({ tenantId, leadId, unreadCount }) => {
    if (unreadCount === 0) quietly(show(tenantId, leadId, false))
  })
}

/**
 * Returns the newest WhatsApp message of a lead and the WhatsApp number that received it. Returns null if there is none, or if the number
 * is broken.
 */
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
    const number = row?.accountId ? await findNumber(tx, tenantId, row.accountId) : null
    return row?.channelId && number?.status === 'ok' ? { channelId: row.channelId, number } : null
  })
