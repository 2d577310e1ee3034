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
 * returns the corrected text in `instead`. Every user of an organisation may see all its leads.
 * @throws 400 for an invalid cursor
 */
export async function searchMessages(
  tx: Tx,
  tenantId: string,
  { q, limit = PAGE_SIZE, ...filters }: MessageSearchQuery,
): Promise<CallResponse<typeof searchMessagesCall>['data']> {
  const conversationIds = filters.lead_id === undefined ? null : await listConversationIds(tx, tenantId, filters.lead_id)
  const findByWords = (words: readonly string[]) => findHits(tx, words, { ...filters, conversationIds, limit: limit + 1 })
  const searchWords = parseSearchWords(q)
  const hits = await findByWords(searchWords)
  if (hits.length > 0 || filters.cursor !== undefined) return presentHits(tx, tenantId, { hits, limit, searchWords })
  const correctedWords = await correctSearchWords(tx, searchWords)
  const correctedHits = correctedWords ? await findByWords(correctedWords) : []
  const response = await presentHits(tx, tenantId, { hits: correctedHits, limit, searchWords: correctedWords ?? [] })
  // Returns the corrected text only together with visible results, so that it never reveals a word from other messages (INBOX-11).
  return correctedWords && response.results.length > 0 ? { ...response, instead: correctedWords.join(' ') } : response
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
    conversationIds,
    agent_id,
    cursor,
    limit,
  }: Pick<MessageSearchQuery, 'agent_id' | 'cursor'> & { conversationIds: readonly string[] | null; limit: number },
): Promise<Hit[]> {
  if (agent_id !== undefined && !isUuid(agent_id)) return []
  const before = cursor === undefined ? null : parseTimeCursor(cursor)
  const { rows } = await tx.db.execute(sql`
    SELECT message_id, source, conversation_id, said_at FROM prosa_find_messages(
      ${sql.param(getIndexedWords(words))}::text[], ${conversationIds === null ? null : sql.param([...conversationIds])}::uuid[], ${agent_id ?? null}::uuid,
      ${before?.at.toISOString() ?? null}::timestamptz, ${before?.id ?? null}::uuid, ${limit})`)
  return z.array(hitRow).parse(rows)
}

async function presentHits(
  tx: Tx,
  tenantId: string,
  { hits, limit, searchWords }: { hits: readonly Hit[]; limit: number; searchWords: readonly string[] },
): Promise<{ results: MessageSearchResult[]; nextCursor: string | null }> {
  const page = hits.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = hits.length > limit && last ? formatTimeCursor(last.said_at, last.message_id) : null
  // A message is one result, even if several of its texts match, such as content and transcript.
  const distinctHits = [...new Map(page.toReversed().map((hit) => [hit.message_id, hit])).values()].toReversed()
  const [searchableMessages, leadsByConversation] = await Promise.all([
    loadSearchableMessages(
      tx,
      tenantId,
      distinctHits.map(({ message_id }) => message_id),
    ),
    mapLeads(
      tx,
      tenantId,
      distinctHits.map(({ conversation_id }) => conversation_id),
    ),
  ])
  const visibleHits = distinctHits.flatMap((hit) => {
    const message = searchableMessages.find(({ id }) => id === hit.message_id)
    const lead = leadsByConversation.get(message?.conversationId ?? '')
    const text = message?.texts.find(({ source }) => source === hit.source)?.text
    return message && lead && text !== undefined ? [{ ...message, ...lead, source: hit.source as SearchMatchSource, text }] : []
  })
  const matchingWords = await findMatchingWords(
    tx,
    visibleHits.map(({ text }) => text),
    searchWords,
  )
  return {
    results: visibleHits.map(({ id, conversationId, role, at, leadId, leadName, source, text }) => ({
      message_id: id,
      conversation_id: conversationId,
      lead_id: leadId,
      lead_name: leadName,
      role,
      at: at.toISOString(),
      source,
      ...buildSnippet(text, matchingWords),
    })),
    nextCursor,
  }
}

/**
 * Returns the words of these texts that match the search words. The database's stemmer compares only words that differ from the typed ones.
 */
async function findMatchingWords(tx: Tx, texts: readonly string[], searchWords: readonly string[]): Promise<ReadonlySet<string>> {
  const indexedParts = [...searchWords, ...getIndexedWords(searchWords)]
  const candidates = extractCandidateWords(texts, indexedParts)
  const typedWords = new Set(indexedParts.map((word) => word.toLowerCase()))
  const otherWords = candidates.filter((word) => !typedWords.has(word))
  const { rows } =
    otherWords.length === 0
      ? { rows: [] }
      : await tx.db.execute(
          sql`SELECT word FROM prosa_words_asked(${sql.param(otherWords)}::text[], ${sql.param(indexedParts)}::text[]) AS word`,
        )
  const matchingForms = z.array(z.object({ word: z.string() })).parse(rows)
  const phones = texts.flatMap(extractPhones).filter(({ word }) => getPhoneSearchForms(word).some((form) => typedWords.has(form)))
  return new Set([...candidates.filter((word) => typedWords.has(word)), ...[...matchingForms, ...phones].map(({ word }) => word)])
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
