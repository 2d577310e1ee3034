import { lte, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { oneOf } from '../../kernel/db/one-of.ts'
import { messageWords } from '../../kernel/db/schema/search.ts'
import { wordsOf } from '../../kernel/words.ts'

/** Words that are suggested for misspelled ones: letters only, so that no phone or document number is stored. */
const COUNTED = /^\p{L}{4,32}$/u
const ROWS_AT_ONCE = 500

/** Returns the words of a text that the vocabulary counts, each with its spelling in the text. */
export function countedWords(text: string): Map<string, string> {
  const words = new Map<string, string>()
  for (const written of text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    const [word = ''] = wordsOf(written)
    if (COUNTED.test(word) && !words.has(word)) words.set(word, written)
  }
  return words
}

/** Locks the organisation's search index until the transaction ends. */
export const holdSearch = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('message_search'), hashtext(${tenantId}))`)

/** Changes of the number of messages that contain a word, with its spelling. */
export type WordChanges = Map<string, { written: string; messages: number }>

export function changeWord(changes: WordChanges, word: string, by: 1 | -1, written = word): void {
  const before = changes.get(word)
  changes.set(word, { written: before && before.messages > 0 ? before.written : written, messages: (before?.messages ?? 0) + by })
}

/** Adds the changes to the vocabulary and deletes words that no message contains. Requires `holdSearch`. */
export async function countWords(tx: Tx, tenantId: string, changes: WordChanges): Promise<void> {
  const rows = [...changes].filter(([, { messages }]) => messages !== 0).map(([word, each]) => ({ tenantId, word, ...each }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx.db
      .insert(messageWords)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflictDoUpdate({
        target: [messageWords.tenantId, messageWords.word],
        set: { messages: sql`${messageWords.messages} + excluded.messages` },
      })
  const gone = rows.filter(({ messages }) => messages < 0).map(({ word }) => word)
  if (gone.length > 0)
    await tx.db
      .delete(messageWords)
      .where(ofTenant(messageWords, tenantId, oneOf(messageWords.word, gone), lte(messageWords.messages, 0)))
}
