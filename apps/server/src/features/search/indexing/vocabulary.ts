import { lte, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { equalsAny } from '../../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messageWords } from '../../../platform/database/schema/conversations/search.ts'
import { extractSingularWords } from '../../../platform/text/extract-words.ts'

/** Matches words that may be suggested for a misspelled search word. Only letters match, so that no phone or document number is stored. */
const VOCABULARY_WORD = /^\p{L}{4,32}$/u
const BATCH_SIZE = 500

/**
 * Returns the words of a text for the vocabulary (all words of the indexed messages). Keys are normalised words; values are the spellings
 * in the text.
 */
export function extractVocabularyWords(text: string): Map<string, string> {
  const words = new Map<string, string>()
  for (const spelling of text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    const [word = ''] = extractSingularWords(spelling)
    if (VOCABULARY_WORD.test(word) && !words.has(word)) words.set(word, spelling)
  }
  return words
}

/** Acquires an advisory lock on an organisation's message search index until the transaction ends. */
export const lockSearchIndex = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('message_search'), hashtext(${tenantId}))`)

/** Changes of the number of messages that contain a word, by normalised word. `written`: spelling of the word in a message. */
export type WordCountChanges = Map<string, { written: string; messages: number }>

export function addWordChange(changes: WordCountChanges, word: string, difference: 1 | -1, spelling = word): void {
  const existing = changes.get(word)
  changes.set(word, {
    written: existing && existing.messages > 0 ? existing.written : spelling,
    messages: (existing?.messages ?? 0) + difference,
  })
}

/**
 * Applies changes to the number of messages per word, and deletes words that no message contains. The caller must have called
 * `lockSearchIndex`.
 */
export async function updateVocabulary(tx: Tx, tenantId: string, changes: WordCountChanges): Promise<void> {
  const rows = [...changes].filter(([, { messages }]) => messages !== 0).map(([word, change]) => ({ tenantId, word, ...change }))
  for (let index = 0; index < rows.length; index += BATCH_SIZE)
    await tx.db
      .insert(messageWords)
      .values(rows.slice(index, index + BATCH_SIZE))
      .onConflictDoUpdate({
        target: [messageWords.tenantId, messageWords.word],
        set: { messages: sql`${messageWords.messages} + excluded.messages` },
      })
  const unusedWords = rows.filter(({ messages }) => messages < 0).map(({ word }) => word)
  if (unusedWords.length > 0)
    await tx.db
      .delete(messageWords)
      .where(whereTenant(messageWords, tenantId, equalsAny(messageWords.word, unusedWords), lte(messageWords.messages, 0)))
}
