import { extractPhoneSearchDigits } from '@prosa/contract/rules/phone-numbers/phone'
import { and, like, type SQL, sql } from 'drizzle-orm'
import { leads } from '../schema/conversations/conversations.ts'

/**
 * Returns a condition that matches leads by typed text: whole or partial words of the name and company, and part of the phone number, in
 * any order, ignoring accents. Returns undefined if the text is blank. Matches at most a few thousand leads, the newest first; only the
 * newest if the text has no three consecutive letters or digits (docs/decisions/028). Must run in a tenant's transaction.
 */
export function buildLeadSearchCondition(text: string): SQL | undefined {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const digits = extractPhoneSearchDigits(text)
  return digits && digits !== text ? buildWordsCondition(words, [digits]) : buildWordsCondition(words)
}

/**
 * Returns a condition that matches leads whose phone number, in one of its usual forms, contains the typed digits. Ignores typed
 * separators. The condition is false if the text is not part of a phone number.
 */
export function buildLeadPhoneCondition(text: string): SQL | undefined {
  const digits = extractPhoneSearchDigits(text)
  return digits ? and(buildWordsCondition([digits]), like(sql`prosa_phone_forms(${leads.phone})`, `%${digits}%`)) : sql`false`
}

/**
 * Returns a condition that matches leads by any of several interpretations of the typed text. Combines the interpretations with UNION: two
 * conditions joined by OR would scan all leads.
 */
const buildWordsCondition = (...interpretations: (readonly string[])[]): SQL => {
  const queries = interpretations.map((words) => sql`SELECT prosa_find_leads(${sql.param([...words])}::text[])`)
  return sql`${leads.id} IN (${sql.join(queries, sql` UNION ALL `)})`
}
