import { digitsOf } from '@prosa/contract/rules/phone'
import { ilike, or, type SQL } from 'drizzle-orm'
import { contains } from './like.ts'
import { leads } from './schema/conversations.ts'

/** What a person types to find a lead: part of its name, its company or its phone. */
export function leadSearch(text: string): SQL | undefined {
  const digits = digitsOf(text)
  return or(
    ilike(leads.name, contains(text)),
    ilike(leads.company, contains(text)),
    digits ? ilike(leads.phone, contains(digits)) : undefined,
  )
}
