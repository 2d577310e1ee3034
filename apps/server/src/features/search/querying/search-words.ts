import { extractPhoneSearchDigits } from '@prosa/contract/rules/phone-numbers/phone'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/database/database.ts'
import { extractSingularWords } from '../../../platform/text/extract-words.ts'
import { isTypo } from '../../../platform/text/is-typo.ts'
import { splitCompoundWord } from '../indexing/searchable-text.ts'

/** Maximum number of vocabulary words that are compared with each search word. */
const MAX_SIMILAR_WORDS = 20
/** Matches Brazil's dial code before an area code and a phone number. The index contains phone numbers without the dial code. */
const BRAZIL_DIAL_CODE = /^55(?=\d{10,11}$)/
const SEARCHABLE = /[\p{L}\p{N}]/u
const NUMBER = /^\d(?:[./-]?\d)*$/

/** Minimum number of digits in a search text that is treated as a phone number. Fewer digits may be a date, a price or a house number. */
const MIN_PHONE_DIGITS = 8

/**
 * Splits a search text into words; empty if it has no letter or digit. Removes punctuation from numbers. Returns a phone number as one word
 * without Brazil's dial code.
 */
export function parseSearchWords(q: string): string[] {
  const phone = extractPhoneSearchDigits(q)
  const words = phone.length >= MIN_PHONE_DIGITS ? [phone] : q.split(/\s+/).filter((word) => SEARCHABLE.test(word))
  return words.map((word) => (NUMBER.test(word) ? word.replace(/\D/g, '').replace(BRAZIL_DIAL_CODE, '') : word))
}

/** Returns the words to look up in the search index. Splits e-mail addresses and codes, because the index contains their parts. */
export const getIndexedWords = (words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const parts = splitCompoundWord(word)
    return parts.length > 0 ? parts : [word]
  })

const similarWordRow = z.object({ asked_word: z.string(), word: z.string(), written: z.string() })

/**
 * Replaces search words that occur in no message by similar words that do, such as a completed word or a corrected typing error.
 * @returns null if no word was replaced
 */
export async function correctSearchWords(tx: Tx, searchWords: readonly string[]): Promise<string[] | null> {
  const normalizedWords = searchWords.map((word) => extractSingularWords(word).join(' '))
  const { rows } = await tx.db.execute(
    sql`SELECT asked_word, word, written FROM prosa_message_word_slips(${sql.param(normalizedWords.filter(isWord))}::text[], ${MAX_SIMILAR_WORDS})`,
  )
  const similarWords = Map.groupBy(z.array(similarWordRow).parse(rows), ({ asked_word }) => asked_word)
  const corrected = searchWords.map((word, index) => {
    const candidates = similarWords.get(normalizedWords[index] ?? '') ?? []
    return candidates.some((candidate) => candidate.word === normalizedWords[index])
      ? word
      : (findLikeliestWord(normalizedWords[index] ?? '', candidates) ?? word)
  })
  return corrected.some((word, index) => word !== searchWords[index]) ? corrected : null
}

const isWord = (word: string): boolean => /^\p{L}{3,}$/u.test(word)

const findLikeliestWord = (typed: string, candidates: readonly { word: string; written: string }[]): string | undefined =>
  candidates.find(({ word }) => word.startsWith(typed) || isTypo(typed, word))?.written
