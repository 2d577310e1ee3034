import { extractPhoneSearchDigits } from '@prosa/contract/rules/phone-numbers/phone'
import { and, like, type SQL, sql } from 'drizzle-orm'
import { leads } from '../schema/conversations/conversations.ts'

/**
 * Returns the condition that matches leads by typed text: words, or parts of them, of the name and company, and a part of the phone number,
 * in any order, with or without accents. Undefined if the text is blank. Matches a few thousand leads at most, including the newest; only
 * the newest if no three letters or digits are consecutive (docs/decisions/028). Must run inside a tenant's transaction.
 */
export function buildLeadSearchCondition(text: string): SQL | undefined {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const digits = extractPhoneSearchDigits(text)
  return digits && digits !== text ? buildWordsCondition(words, [digits]) : buildWordsCondition(words)
}

/**
 * Returns the condition that a lead's phone number contains the typed digits in one of its forms, whatever separators were typed. The
 * condition is false if the text is not a part of a phone number.
 */
export function buildLeadPhoneCondition(text: string): SQL | undefined {
  const digits = extractPhoneSearchDigits(text)
  return digits ? and(buildWordsCondition([digits]), like(sql`prosa_phone_forms(${leads.phone})`, `%${digits}%`)) : sql`false`
}

/** Combines all readings of the typed text in one UNION: two conditions joined by OR would read every lead. */
const buildWordsCondition = (...readings: (readonly string[])[]): SQL => {
  const found = readings.map((words) => sql`SELECT prosa_find_leads(${sql.param([...words])}::text[])`)
  return sql`${leads.id} IN (${sql.join(found, sql` UNION ALL `)})`
}
