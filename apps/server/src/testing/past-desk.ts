import { getConversation, listConversations } from '@prosa/contract/calls/conversations'
import type { Conversation, ConversationWithHistory } from '@prosa/contract/entities/conversation'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { ofTenant } from '../kernel/db/of-tenant.ts'
import { leads, messages } from '../kernel/db/schema/conversations.ts'
import { pastMessages } from '../kernel/db/schema/past.ts'
import type { ThreadOnMeta } from './meta-past.ts'
import { deliver } from './meta-webhook.ts'
import { text } from './meta-wire.ts'
import { until } from './until.ts'
import { type Desk, newWamid, openDesk } from './whatsapp-desk.ts'

type Query = { limit?: number; cursor?: string; around?: string; newer?: string }

const inWords = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

/** A desk with a number whose phone shares its message history. */
export interface PastDesk extends Desk {
  /** Meta's id of the number. */
  phone: string
  hear(payload: object): Promise<number>
  /** Resolves when all shared history has been imported. */
  placed(): Promise<unknown>
  /** Returns the conversation with this phone. */
  with(phone: string): Promise<Conversation>
  page(conversation: Conversation, query?: Query): Promise<ConversationWithHistory>
  countOf(table: 'leads' | 'messages' | 'past'): Promise<number>
}

const TABLES = { leads, messages, past: pastMessages } as const satisfies Record<string, PgTable>

export async function openPastDesk(): Promise<PastDesk> {
  const desk = await openDesk()
  const { deps } = desk.test
  const waiting = () =>
    deps.db.system((tx) =>
      tx.db.execute(sql`
        SELECT (SELECT count(*) FROM whatsapp_events WHERE kind = 'past' AND processed_at IS NULL)
          + (SELECT count(*) FROM pgboss.job WHERE name = 'import-past' AND state IN ('created', 'retry', 'active')) AS n`),
    )
  return {
    ...desk,
    phone: desk.number.phoneNumberId,
    hear: (payload) => deliver(desk.test, payload),
    placed: () => until(waiting, ({ rows }) => Number(rows[0]?.['n']) === 0),
    with: async (phone) => {
      const { data } = await desk.staff.call(listConversations, { params: { agentId: desk.tenant.agentId }, query: { phone } })
      const [found] = data.conversations
      if (!found) throw new Error(`Nobody has the phone ${phone}`)
      return found
    },
    page: async ({ lead_id: leadId, _id: conversationId }, query = {}) =>
      (await desk.staff.call(getConversation, { params: { leadId, conversationId }, query: inWords(query) })).data,
    countOf: (table) => deps.db.system((tx) => tx.db.$count(TABLES[table], ofTenant(TABLES[table], desk.tenant.tenantId))),
  }
}

/** Returns a thread of messages that alternate between lead and team, a minute apart. */
export const talk = (phone: string, from: number, count: number): ThreadOnMeta => ({
  id: phone,
  messages: Array.from({ length: count }, (_, n) => ({
    id: newWamid(),
    from: n % 2 === 0 ? phone : null,
    at: from + n * 60,
    body: text(`Antes ${n + 1}`),
  })),
})
