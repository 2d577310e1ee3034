import { getSearchedDigits } from '@prosa/contract/rules/phone'
import { and, like, type SQL, sql } from 'drizzle-orm'
import { leads } from './schema/conversations.ts'

/**
 * What a person types to find a lead: words, or parts of them, of its name and its company, and part of its phone, in any order and with
 * or without accents. Undefined where nothing was typed. Finds some thousands at most, among them the newest; of fewer than three
 * letters or digits in a row the newest only (docs/decisions/028). Inside a tenant's transaction only.
 */
export function leadSearch(text: string): SQL | undefined {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const digits = getSearchedDigits(text)
  return digits && digits !== text ? hasWords(words, [digits]) : hasWords(words)
}

/** Returns the condition that a lead's phone contains the typed digits in one of its forms, however they are formatted. */
export function leadPhoneSearch(text: string): SQL | undefined {
  const digits = getSearchedDigits(text)
  return digits ? and(hasWords([digits]), like(sql`prosa_phone_forms(${leads.phone})`, `%${digits}%`)) : sql`false`
}

/** In one place, whichever of the ways of reading what was typed: two conditions with an OR between them would read every lead. */
const hasWords = (...readings: (readonly string[])[]): SQL => {
  const found = readings.map((words) => sql`SELECT prosa_find_leads(${sql.param([...words])}::text[])`)
  return sql`${leads.id} IN (${sql.join(found, sql` UNION ALL `)})`
}
