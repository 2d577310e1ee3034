import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import type { Conversation, ConversationWithHistory } from '@prosa/contract/entities/conversations/conversation'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { importedMessages } from '../../../platform/database/schema/whatsapp/imported-history.ts'
import type { MetaHistoryThread } from '../../doubles/meta-webhooks/meta-history-webhooks.ts'
import { buildTextBody } from '../../doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { deliverTestWebhook } from './meta-test-app.ts'
import { createUniqueWamid, createWhatsappFixture, type WhatsappFixture } from './whatsapp-fixture.ts'

type HistoryPageQuery = { limit?: number; cursor?: string; around?: string; newer?: string }

const toQueryStrings = (query: HistoryPageQuery): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

/** A desk with a number whose phone shares its message history. */
export interface HistoryImportFixture extends WhatsappFixture {
  /** Meta's id of the number. */
  phone: string
  hear(payload: object): Promise<number>
  /** Resolves when all shared history has been imported. */
  placed(): Promise<unknown>
  /** Returns the conversation with this phone. */
  with(phone: string): Promise<Conversation>
  page(conversation: Conversation, query?: HistoryPageQuery): Promise<ConversationWithHistory>
  countOf(table: 'leads' | 'messages' | 'past'): Promise<number>
}

const TABLES = { leads, messages, past: importedMessages } as const satisfies Record<string, PgTable>

export async function createHistoryImportFixture(): Promise<HistoryImportFixture> {
  const desk = await createWhatsappFixture()
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
    hear: (payload) => deliverTestWebhook(desk.test, payload),
    placed: () => waitUntil(waiting, ({ rows }) => Number(rows[0]?.['n']) === 0),
    with: async (phone) => {
      const { data } = await desk.staff.call(listConversations, { params: { agentId: desk.tenant.agentId }, query: { phone } })
      const [found] = data.conversations
      if (!found) throw new Error(`Nobody has the phone ${phone}`)
      return found
    },
    page: async ({ lead_id: leadId, _id: conversationId }, query = {}) =>
      (await desk.staff.call(getConversation, { params: { leadId, conversationId }, query: toQueryStrings(query) })).data,
    countOf: (table) => deps.db.system((tx) => tx.db.$count(TABLES[table], whereTenant(TABLES[table], desk.tenant.tenantId))),
  }
}

/** Returns a thread of messages that alternate between lead and team, a minute apart. */
export const buildHistoryThread = (phone: string, from: number, count: number): MetaHistoryThread => ({
  id: phone,
  messages: Array.from({ length: count }, (_, n) => ({
    id: createUniqueWamid(),
    from: n % 2 === 0 ? phone : null,
    at: from + n * 60,
    body: buildTextBody(`Antes ${n + 1}`),
  })),
})
