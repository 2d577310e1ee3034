import { desc, inArray, type SQL, sql } from 'drizzle-orm'
import { NEVER_KEPT, sqlState, type Tx } from '../../kernel/db/database.ts'
import { eachOf } from '../../kernel/db/each-of.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { oneOf } from '../../kernel/db/one-of.ts'
import { messageSearch, messageSearchDue } from '../../kernel/db/schema/search.ts'
import type { Deps } from '../../kernel/deps.ts'
import { searchableText } from './searchable-text.ts'
import { saidIn } from './texts.ts'
import { changeWord, countedWords, countWords, holdSearch, type WordChanges } from './vocabulary.ts'

/** Number of changes processed in one transaction. The embedded database runs one transaction at a time, so other work waits for it. */
const AT_ONCE = { embedded: 20, server: 200 } as const

/**
 * Updates the search index of an organisation's messages, newest first, until no change is left. Can be interrupted and resumed. A message
 * that the database always rejects is skipped, so that it does not block others.
 */
export async function indexMessages(deps: Pick<Deps, 'db' | 'log'>, tenantId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if ((await indexNext(deps, tenantId, AT_ONCE[deps.db.kind])) === 0) return
  }
}

/**
 * Updates the index for the newest changes, at most `atMost`. If the database rejects a message, tries smaller batches and skips it.
 * @returns the number of changes processed
 */
async function indexNext({ db, log }: Pick<Deps, 'db' | 'log'>, tenantId: string, atMost: number): Promise<number> {
  try {
    return await db.tenant(tenantId, async (tx) => {
      const ids = await takeDue(tx, tenantId, atMost)
      await bringUp(tx, tenantId, [...new Set(ids)])
      return ids.length
    })
  } catch (error) {
    if (!NEVER_KEPT.test(sqlState(error) ?? '')) throw error
    if (atMost > 1) return indexNext({ db, log }, tenantId, Math.ceil(atMost / 2))
    return db.tenant(tenantId, async (tx) => {
      const ids = await takeDue(tx, tenantId, 1)
      log.warn({ err: error, messageId: ids[0] }, 'a message cannot be found')
      return ids.length
    })
  }
}

/** Deletes the newest entries of the change queue. @returns the ids of their messages */
async function takeDue(tx: Tx, tenantId: string, atMost: number): Promise<string[]> {
  await holdSearch(tx, tenantId)
  const next = tx.db
    .select({ id: messageSearchDue.id })
    .from(messageSearchDue)
    .where(ofTenant(messageSearchDue, tenantId))
    .orderBy(desc(messageSearchDue.id))
    .limit(atMost)
  const due = await tx.db
    .delete(messageSearchDue)
    .where(ofTenant(messageSearchDue, tenantId, inArray(messageSearchDue.id, next)))
    .returning({ messageId: messageSearchDue.messageId })
  return due.map(({ messageId }) => messageId)
}

/** Updates the index rows of these messages. Requires `holdSearch`. */
async function bringUp(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const changes = await forget(tx, tenantId, eachOf(messageSearch.messageId, tenantId, ids))
  const rows = (await saidIn(tx, tenantId, ids)).flatMap(({ id, conversationId, at, texts }) =>
    texts.map(({ source, text }) => {
      const words = countedWords(text)
      for (const [word, written] of words) changeWord(changes, word, 1, written)
      return { id, source, talk: conversationId, at: at.toISOString(), words: [...words.keys()], text: searchableText(text) }
    }),
  )
  // Passed as one JSON parameter: sending many parameters takes longer than the insertion.
  if (rows.length > 0)
    await tx.db.execute(sql`
      INSERT INTO message_search (tenant_id, message_id, source, conversation_id, at, words, searched)
      SELECT ${tenantId}::uuid, r.id, r.source, r.talk, r.at, r.words, prosa_searched_when(${tenantId}::uuid, r.at, r.text)
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, source text, talk uuid, at timestamptz, words text[], text text)`)
  await countWords(tx, tenantId, changes)
}

/** Deletes index rows. @returns the changes of the word counts */
async function forget(tx: Tx, tenantId: string, which: SQL): Promise<WordChanges> {
  const gone = await tx.db
    .delete(messageSearch)
    .where(ofTenant(messageSearch, tenantId, which))
    .returning({ words: messageSearch.words })
  const changes: WordChanges = new Map()
  for (const { words } of gone) for (const word of words) changeWord(changes, word, -1)
  return changes
}

/** Deletes the index rows of these conversations. Call it in the transaction that erases their messages. */
export async function forgetFound(tx: Tx, tenantId: string, conversationIds: readonly string[]): Promise<void> {
  await holdSearch(tx, tenantId)
  await countWords(tx, tenantId, await forget(tx, tenantId, oneOf(messageSearch.conversationId, conversationIds)))
}
