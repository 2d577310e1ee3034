import type { searchMessages as searchMessagesCall } from '@prosa/contract/calls/conversations/search'
import type { CallResponse } from '@prosa/contract/define-call'
import type { MessageSearchResult, SearchMatchSource } from '@prosa/contract/entities/conversations/message-search-result'
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { formatTimeCursor, parseTimeCursor } from '../../../platform/database/queries/time-cursor.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { loadSearchableMessages } from '../indexing/searchable-messages.ts'
import { extractPhones, getPhoneSearchForms } from '../indexing/searchable-text.ts'
import { correctSearchWords, getIndexedWords, parseSearchWords } from './search-words.ts'
import { buildSnippet, extractCandidateWords } from './snippet.ts'

const PAGE_SIZE = 20

interface MessageSearchQuery {
  q: string
  lead_id?: string | undefined
  agent_id?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

const hitRow = z.object({ message_id: z.string(), source: z.string(), conversation_id: z.string(), said_at: z.coerce.date() })
type Hit = z.infer<typeof hitRow>

/**
 * Finds the organisation's messages that contain all search words, newest first. If there are none, searches with corrected words and
 * returns the corrected text in `instead`. All users of an organisation may see all its leads.
 * @throws 400 for an invalid cursor
 */
export async function searchMessages(
  tx: Tx,
  tenantId: string,
  { q, limit = PAGE_SIZE, ...where }: MessageSearchQuery,
): Promise<CallResponse<typeof searchMessagesCall>['data']> {
  const talks = where.lead_id === undefined ? null : await listConversationIds(tx, tenantId, where.lead_id)
  const find = (words: readonly string[]) => findHits(tx, words, { ...where, talks, most: limit + 1 })
  const asked = parseSearchWords(q)
  const hits = await find(asked)
  if (hits.length > 0 || where.cursor !== undefined) return presentHits(tx, tenantId, { hits, limit, asked })
  const meant = await correctSearchWords(tx, asked)
  const meantHits = meant ? await find(meant) : []
  const answer = await presentHits(tx, tenantId, { hits: meantHits, limit, asked: meant ?? [] })
  // The corrected text is returned only if this user may see results for it, so that words from other messages are never revealed
  // (INBOX-11).
  return meant && answer.results.length > 0 ? { ...answer, instead: meant.join(' ') } : answer
}

async function listConversationIds(tx: Tx, tenantId: string, leadId: string): Promise<string[]> {
  if (!isUuid(leadId)) return []
  const rows = await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(whereTenant(conversations, tenantId, eq(conversations.leadId, leadId)))
  return rows.map(({ id }) => id)
}

async function findHits(
  tx: Tx,
  words: readonly string[],
  {
    talks,
    agent_id,
    cursor,
    most,
  }: Pick<MessageSearchQuery, 'agent_id' | 'cursor'> & { talks: readonly string[] | null; most: number },
): Promise<Hit[]> {
  if (agent_id !== undefined && !isUuid(agent_id)) return []
  const before = cursor === undefined ? null : parseTimeCursor(cursor)
  const { rows } = await tx.db.execute(sql`
    SELECT message_id, source, conversation_id, said_at FROM prosa_find_messages(
      ${sql.param(getIndexedWords(words))}::text[], ${talks === null ? null : sql.param([...talks])}::uuid[], ${agent_id ?? null}::uuid,
      ${before?.at.toISOString() ?? null}::timestamptz, ${before?.id ?? null}::uuid, ${most})`)
  return z.array(hitRow).parse(rows)
}

async function presentHits(
  tx: Tx,
  tenantId: string,
  { hits, limit, asked }: { hits: readonly Hit[]; limit: number; asked: readonly string[] },
): Promise<{ results: MessageSearchResult[]; nextCursor: string | null }> {
  const page = hits.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = hits.length > limit && last ? formatTimeCursor(last.said_at, last.message_id) : null
  // A message is returned as one result, even if several of its texts match, such as its content and its transcript.
  const single = [...new Map(page.toReversed().map((hit) => [hit.message_id, hit])).values()].toReversed()
  const [said, talks] = await Promise.all([
    loadSearchableMessages(
      tx,
      tenantId,
      single.map(({ message_id }) => message_id),
    ),
    mapLeads(
      tx,
      tenantId,
      single.map(({ conversation_id }) => conversation_id),
    ),
  ])
  const shown = single.flatMap((hit) => {
    const message = said.find(({ id }) => id === hit.message_id)
    const talk = talks.get(message?.conversationId ?? '')
    const text = message?.texts.find(({ source }) => source === hit.source)?.text
    return message && talk && text !== undefined ? [{ ...message, ...talk, source: hit.source as SearchMatchSource, text }] : []
  })
  const found = await findMatchingWords(
    tx,
    shown.map(({ text }) => text),
    asked,
  )
  return {
    results: shown.map(({ id, conversationId, role, at, leadId, leadName, source, text }) => ({
      message_id: id,
      conversation_id: conversationId,
      lead_id: leadId,
      lead_name: leadName,
      role,
      at: at.toISOString(),
      source,
      ...buildSnippet(text, found),
    })),
    nextCursor,
  }
}

/**
 * Returns the words of these texts that match the search words. Only words that differ from the typed ones are compared by the database's
 * stemmer.
 */
async function findMatchingWords(tx: Tx, texts: readonly string[], asked: readonly string[]): Promise<ReadonlySet<string>> {
  const parts = [...asked, ...getIndexedWords(asked)]
  const likely = extractCandidateWords(texts, parts)
  const asTyped = new Set(parts.map((word) => word.toLowerCase()))
  const other = likely.filter((word) => !asTyped.has(word))
  const { rows } =
    other.length === 0
      ? { rows: [] }
      : await tx.db.execute(
          sql`SELECT word FROM prosa_words_asked(${sql.param(other)}::text[], ${sql.param(parts)}::text[]) AS word`,
        )
  const forms = z.array(z.object({ word: z.string() })).parse(rows)
  const phones = texts.flatMap(extractPhones).filter(({ word }) => getPhoneSearchForms(word).some((form) => asTyped.has(form)))
  return new Set([...likely.filter((word) => asTyped.has(word)), ...[...forms, ...phones].map(({ word }) => word)])
}

async function mapLeads(tx: Tx, tenantId: string, conversationIds: readonly string[]) {
  if (conversationIds.length === 0) return new Map<string, { leadId: string; leadName: string | null }>()
  const rows = await tx.db
    .select({ id: conversations.id, leadId: leads.id, leadName: leads.name })
    .from(conversations)
    .innerJoin(leads, whereTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .where(whereTenant(conversations, tenantId, inArray(conversations.id, [...conversationIds]), isNull(leads.erasedAt)))
  return new Map(rows.map(({ id, ...lead }) => [id, lead]))
}
