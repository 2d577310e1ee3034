import { desc, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { messageSearch, messageSearchDue } from '../../kernel/db/schema/search.ts'
import type { Deps } from '../../kernel/deps.ts'
import { saidIn } from './texts.ts'
import { changeWord, countedWords, countWords, holdSearch, type WordChanges } from './vocabulary.ts'

const AT_ONCE = 200

/**
 * Brings what is found of an organisation's messages up to what they say, the newest first, as long as there is anything to do. Cut off, it is
 * gone on with.
 */
export async function indexMessages({ db }: Pick<Deps, 'db'>, tenantId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if ((await db.tenant(tenantId, (tx) => indexSome(tx, tenantId))) < AT_ONCE) return
  }
}

/** @returns how many notes of changes it has dealt with */
async function indexSome(tx: Tx, tenantId: string): Promise<number> {
  await holdSearch(tx, tenantId)
  const next = tx.db
    .select({ id: messageSearchDue.id })
    .from(messageSearchDue)
    .where(ofTenant(messageSearchDue, tenantId))
    .orderBy(desc(messageSearchDue.id))
    .limit(AT_ONCE)
  const due = await tx.db
    .delete(messageSearchDue)
    .where(ofTenant(messageSearchDue, tenantId, inArray(messageSearchDue.id, next)))
    .returning({ messageId: messageSearchDue.messageId })
  const ids = [...new Set(due.map(({ messageId }) => messageId))]
  if (ids.length === 0) return 0
  const changes: WordChanges = new Map()
  const gone = await tx.db
    .delete(messageSearch)
    .where(ofTenant(messageSearch, tenantId, inArray(messageSearch.messageId, ids)))
    .returning({ words: messageSearch.words })
  for (const { words } of gone) for (const word of words) changeWord(changes, word, -1)
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
  return due.length
}

/** What is found of these conversations goes now, together with what they say. */
export async function forgetFound(tx: Tx, tenantId: string, conversationIds: readonly string[]): Promise<void> {
  await holdSearch(tx, tenantId)
  const gone = await tx.db
    .delete(messageSearch)
    .where(ofTenant(messageSearch, tenantId, inArray(messageSearch.conversationId, [...conversationIds])))
    .returning({ words: messageSearch.words })
  const changes: WordChanges = new Map()
  for (const { words } of gone) for (const word of words) changeWord(changes, word, -1)
  await countWords(tx, tenantId, changes)
}
