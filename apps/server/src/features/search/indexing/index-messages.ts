import { desc, inArray, type SQL, sql } from 'drizzle-orm'
import { getSqlState, type Tx, UNSTORABLE_VALUE_SQL_STATES } from '../../../platform/database/database.ts'
import { equalsAny } from '../../../platform/database/queries/equals-any.ts'
import { equalsAnyIndexed } from '../../../platform/database/queries/equals-any-indexed.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messageSearch, messageSearchQueue } from '../../../platform/database/schema/conversations/search.ts'
import type { Deps } from '../../../platform/deps.ts'
import { loadSearchableMessages } from './searchable-messages.ts'
import { buildSearchableText } from './searchable-text.ts'
import { addWordChange, extractVocabularyWords, lockSearchIndex, updateVocabulary, type WordCountChanges } from './vocabulary.ts'

/**
 * Number of changed messages that are indexed per transaction. Batches are smaller for the embedded database, which runs only one
 * transaction at a time.
 */
const BATCH_SIZE = { embedded: 20, server: 200 } as const

/**
 * Updates the search index of an organisation for all changed messages, newest first. Can be interrupted and resumed. Skips a message that
 * the database always rejects, so that the other messages are indexed.
 */
export async function indexMessages(deps: Pick<Deps, 'db' | 'log'>, tenantId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if ((await indexNextBatch(deps, tenantId, BATCH_SIZE[deps.db.kind])) === 0) return
  }
}

/**
 * Updates the search index for at most `limit` of the newest changed messages. If the database rejects the batch, tries smaller batches
 * until the rejected message is found, and skips that message.
 * @returns the number of changes processed
 */
async function indexNextBatch({ db, log }: Pick<Deps, 'db' | 'log'>, tenantId: string, limit: number): Promise<number> {
  try {
    return await db.tenant(tenantId, async (tx) => {
      const ids = await dequeueChanges(tx, tenantId, limit)
      await updateIndexRows(tx, tenantId, [...new Set(ids)])
      return ids.length
    })
  } catch (error) {
    if (!UNSTORABLE_VALUE_SQL_STATES.test(getSqlState(error) ?? '')) throw error
    if (limit > 1) return indexNextBatch({ db, log }, tenantId, Math.ceil(limit / 2))
    return db.tenant(tenantId, async (tx) => {
      const ids = await dequeueChanges(tx, tenantId, 1)
      log.warn({ err: error, messageId: ids[0] }, 'a message cannot be found')
      return ids.length
    })
  }
}

/**
 * Removes up to `limit` of the newest entries from the queue of changed messages.
 * @returns the ids of the messages
 */
async function dequeueChanges(tx: Tx, tenantId: string, limit: number): Promise<string[]> {
  await lockSearchIndex(tx, tenantId)
  const next = tx.db
    .select({ id: messageSearchQueue.id })
    .from(messageSearchQueue)
    .where(whereTenant(messageSearchQueue, tenantId))
    .orderBy(desc(messageSearchQueue.id))
    .limit(limit)
  const dequeuedRows = await tx.db
    .delete(messageSearchQueue)
    .where(whereTenant(messageSearchQueue, tenantId, inArray(messageSearchQueue.id, next)))
    .returning({ messageId: messageSearchQueue.messageId })
  return dequeuedRows.map(({ messageId }) => messageId)
}

/** Replaces the search index rows of these messages. The caller must have called `lockSearchIndex`. */
async function updateIndexRows(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const changes = await deleteIndexRows(tx, tenantId, equalsAnyIndexed(messageSearch.messageId, tenantId, ids))
  const rows = (await loadSearchableMessages(tx, tenantId, ids)).flatMap(({ id, conversationId, at, texts }) =>
    texts.map(({ source, text }) => {
      const words = extractVocabularyWords(text)
      for (const [word, spelling] of words) addWordChange(changes, word, 1, spelling)
      return { id, source, talk: conversationId, at: at.toISOString(), words: [...words.keys()], text: buildSearchableText(text) }
    }),
  )
  // Passes the rows as one JSON parameter, because sending many parameters takes longer than the insertion.
  if (rows.length > 0)
    await tx.db.execute(sql`
      INSERT INTO message_search (tenant_id, message_id, source, conversation_id, at, words, searched)
      SELECT ${tenantId}::uuid, r.id, r.source, r.talk, r.at, r.words, prosa_searched_when(${tenantId}::uuid, r.at, r.text)
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, source text, talk uuid, at timestamptz, words text[], text text)`)
  await updateVocabulary(tx, tenantId, changes)
}

/**
 * Deletes the search index rows that match `condition`.
 * @returns the changes to apply to the number of messages per word
 */
async function deleteIndexRows(tx: Tx, tenantId: string, condition: SQL): Promise<WordCountChanges> {
  const deletedRows = await tx.db
    .delete(messageSearch)
    .where(whereTenant(messageSearch, tenantId, condition))
    .returning({ words: messageSearch.words })
  const changes: WordCountChanges = new Map()
  for (const { words } of deletedRows) for (const word of words) addWordChange(changes, word, -1)
  return changes
}

/** Deletes the search index rows of these conversations. Call it before the messages are erased, in the same transaction. */
export async function deleteConversationsFromIndex(tx: Tx, tenantId: string, conversationIds: readonly string[]): Promise<void> {
  await lockSearchIndex(tx, tenantId)
  await updateVocabulary(
    tx,
    tenantId,
    await deleteIndexRows(tx, tenantId, equalsAny(messageSearch.conversationId, conversationIds)),
  )
}
