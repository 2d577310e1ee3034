import { getSearchedDigits } from '@prosa/contract/rules/phone'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../kernel/db/database.ts'
import { isSlip } from '../../kernel/slip.ts'
import { wordsOf } from '../../kernel/words.ts'
import { compoundParts } from './searchable-text.ts'

/** Words of the messages that each asked word is held against. */
const LIKE = 20
/** The country's code before an area and eight or nine digits: phones are indexed without it. */
const BRAZIL = /^55(?=\d{10,11}$)/
const SEARCHABLE = /[\p{L}\p{N}]/u
const NUMBER = /^\d(?:[./-]?\d)*$/

/** Fewer digits may be a date, a price or the number of a house. */
const PHONE_DIGITS = 8

/**
 * Returns the words of a search: numbers without punctuation, a phone as one number without Brazil's code. Empty if nothing in it can be
 * searched.
 */
export function askedWords(q: string): string[] {
  const phone = getSearchedDigits(q)
  const words = phone.length >= PHONE_DIGITS ? [phone] : q.split(/\s+/).filter((word) => SEARCHABLE.test(word))
  return words.map((word) => (NUMBER.test(word) ? word.replace(/\D/g, '').replace(BRAZIL, '') : word))
}

/** Returns what each word is looked up by: the parts of an address or a code, else the word itself. */
export const lookedUp = (words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const parts = compoundParts(word)
    return parts.length > 0 ? parts : [word]
  })

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
