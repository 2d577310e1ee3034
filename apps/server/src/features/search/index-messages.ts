import { desc, inArray, type SQL, sql } from 'drizzle-orm'
import { NEVER_KEPT, sqlState, type Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { messageSearch, messageSearchDue } from '../../kernel/db/schema/search.ts'
import type { Deps } from '../../kernel/deps.ts'
import { saidIn } from './texts.ts'
import { changeWord, countedWords, countWords, holdSearch, type WordChanges } from './vocabulary.ts'

const AT_ONCE = 200

/**
 * Brings what is found of an organisation's messages up to what they say, the newest first, as long as there is anything to do. Cut off, it is
 * gone on with. A message that the database refuses whenever it is tried is found by nothing, and holds up no other.
 */
export async function indexMessages(deps: Pick<Deps, 'db' | 'log'>, tenantId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if ((await indexNext(deps, tenantId, AT_ONCE)) === 0) return
  }
}

/** @returns how many notes of changes it has dealt with */
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

/** Takes the newest notes of changes away. @returns their messages */
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

/** Under `holdSearch`. */
async function bringUp(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const changes = await forget(tx, tenantId, inArray(messageSearch.messageId, [...ids]))
  const rows = (await saidIn(tx, tenantId, ids)).flatMap(({ id: messageId, conversationId, at, texts }) =>
    texts.map(({ source, text }) => {
      const words = countedWords(text)
      for (const [word, written] of words) changeWord(changes, word, 1, written)
      const searched = sql<string>`prosa_searched_when(${tenantId}, ${at.toISOString()}::timestamptz, ${text})`
      return { tenantId, messageId, source, conversationId, at, words: [...words.keys()], searched }
    }),
  )
  if (rows.length > 0) await tx.db.insert(messageSearch).values(rows)
  await countWords(tx, tenantId, changes)
}

/** @returns the words that stand in so many messages less */
async function forget(tx: Tx, tenantId: string, which: SQL): Promise<WordChanges> {
  const gone = await tx.db
    .delete(messageSearch)
    .where(ofTenant(messageSearch, tenantId, which))
    .returning({ words: messageSearch.words })
  const changes: WordChanges = new Map()
  for (const { words } of gone) for (const word of words) changeWord(changes, word, -1)
  return changes
}

/** What is found of these conversations goes now, together with what they say. */
export async function forgetFound(tx: Tx, tenantId: string, conversationIds: readonly string[]): Promise<void> {
  await holdSearch(tx, tenantId)
  await countWords(tx, tenantId, await forget(tx, tenantId, inArray(messageSearch.conversationId, [...conversationIds])))
}
