import { extractPhoneSearchDigits } from '@prosa/contract/rules/phone-numbers/phone'
import { and, like, type SQL, sql } from 'drizzle-orm'
import { leads } from '../schema/conversations/conversations.ts'

/**
 * Returns a condition for leads that match a typed text: parts of the name, company or phone number, in any order, ignoring accents.
 * Returns undefined if the text is blank. Finds at most a few thousand leads, the newest first (docs/decisions/028).
 * Must run in a tenant's transaction.
 */
export function buildLeadSearchCondition(text: string): SQL | undefined {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const digits = extractPhoneSearchDigits(text)
  return digits && digits !== text ? buildWordsCondition(words, [digits]) : buildWordsCondition(words)
}

/**
 * Returns a condition for leads whose phone number, in one of its usual forms, contains the typed digits. The condition is false if the
 * text is not part of a phone number.
 */
export function buildLeadPhoneCondition(text: string): SQL | undefined {
  const digits = extractPhoneSearchDigits(text)
  return digits ? and(buildWordsCondition([digits]), like(sql`prosa_phone_forms(${leads.phone})`, `%${digits}%`)) : sql`false`
}

/** Returns a condition for leads that match any interpretation of the typed text. Uses UNION, because OR would scan all leads. */
const buildWordsCondition = (...interpretations: (readonly string[])[]): SQL => {
  const queries = interpretations.map((words) => sql`SELECT prosa_find_leads(${sql.param([...words])}::text[])`)
  return sql`${leads.id} IN (${sql.join(queries, sql` UNION ALL `)})`
}
