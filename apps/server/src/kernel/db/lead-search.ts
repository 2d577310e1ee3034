import { digitsOf } from '@prosa/contract/rules/phone'
import { and, ilike, type SQL, sql } from 'drizzle-orm'
import { contains } from './like.ts'
import { leads } from './schema/conversations.ts'

/** Digits as people write phones. */
const WRITTEN_PHONE = /^[\d\s()+.-]+$/

/**
 * What a person types to find a lead: words, or parts of them, of its name and its company, and part of its phone, in any order and with
 * or without accents. Undefined where nothing was typed. Finds some thousands at most, among them the newest; of fewer than three
 * letters or digits in a row the newest only (docs/decisions/028). Inside a tenant's transaction only.
 */
export function leadSearch(text: string): SQL | undefined {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const digits = digitsOf(text)
  return digits && digits !== text && WRITTEN_PHONE.test(text) ? hasWords(words, [digits]) : hasWords(words)
}

/** What a person types of a phone, however it is written. */
export function leadPhoneSearch(text: string): SQL | undefined {
  const digits = digitsOf(text)
  return digits ? and(hasWords([digits]), ilike(leads.phone, contains(digits))) : sql`false`
}

/** In one place, whichever of the ways of reading what was typed: two conditions with an OR between them would read every lead. */
const hasWords = (...readings: (readonly string[])[]): SQL => {
  const found = readings.map((words) => sql`SELECT prosa_find_leads(${sql.param([...words])}::text[])`)
  return sql`${leads.id} IN (${sql.join(found, sql` UNION ALL `)})`
}
