import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../kernel/db/database.ts'
import { isSlip } from '../../kernel/slip.ts'
import { wordsOf } from '../../kernel/words.ts'

/** Words of the messages that each asked word is held against. */
const LIKE = 20
const NUMBER = /^\d(?:[./-]?\d)*$/

/** What is searched for, word by word: a number without its punctuation, as it stands beside what is written. */
export const askedWords = (q: string): string[] =>
  q
    .trim()
    .split(/\s+/)
    .map((word) => (NUMBER.test(word) ? word.replace(/\D/g, '') : word))

const likeRow = z.object({ asked_word: z.string(), word: z.string(), written: z.string() })

/**
 * The same words, with those that stand in no message put as they may have been meant: begun and not finished, or with a slip.
 * @returns null when there is none that could be put otherwise
 */
export async function meantWords(tx: Tx, asked: readonly string[]): Promise<string[] | null> {
  const plain = asked.map((word) => wordsOf(word).join(' '))
  const { rows } = await tx.db.execute(
    sql`SELECT asked_word, word, written FROM prosa_message_word_slips(${sql.param(plain.filter(isWord))}::text[], ${LIKE})`,
  )
  const like = Map.groupBy(z.array(likeRow).parse(rows), ({ asked_word }) => asked_word)
  const meant = asked.map((word, at) => {
    const known = like.get(plain[at] ?? '') ?? []
    return known.some((each) => each.word === plain[at]) ? word : (likeliest(plain[at] ?? '', known) ?? word)
  })
  return meant.some((word, at) => word !== asked[at]) ? meant : null
}

const isWord = (word: string): boolean => /^\p{L}{3,}$/u.test(word)

const likeliest = (typed: string, known: readonly { word: string; written: string }[]): string | undefined =>
  known.find(({ word }) => word.startsWith(typed) || isSlip(typed, word))?.written
