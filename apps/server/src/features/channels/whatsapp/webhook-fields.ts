import * as z from 'zod/mini'
import { phoneKey } from '../../../kernel/phone-key.ts'
import { storable } from '../../../kernel/storable.ts'

/** Parses an identifier that is stored in its own column or index. Other values are stored as received. */
export const name = z.pipe(z.pipe(z.coerce.string(), z.transform(storable)), z.string().check(z.maxLength(300)))
export const text = z.nullish(name)
export const list = z.nullish(z.array(z.unknown()))

const contactNames = z.object({ wa_id: text, user_id: text })

/** Returns a person's contact card by one of two identifiers, or null if there is none. */
export type Cards = (phone: string | null | undefined, user: string | null | undefined) => unknown

/** Indexes the contact cards of a webhook, because up to a thousand messages each need a lookup. */
export function cardsOf(contacts: unknown): Cards {
  const found = new Map<string, unknown>()
  const note = (key: string | null, card: unknown) => {
    if (key && !found.has(key)) found.set(key, card)
  }
  for (const card of list.safeParse(contacts).data ?? []) {
    const names = contactNames.safeParse(card).data
    note(byUser(names?.user_id), card)
    note(phoneKey(names?.wa_id ?? null), card)
  }
  return (phone, user) => found.get(byUser(user) ?? '') ?? found.get(phoneKey(phone ?? null) ?? '') ?? null
}

const byUser = (user: string | null | undefined): string | null => (user ? `user:${user}` : null)

export const userOf = (contact: unknown): string | null => contactNames.safeParse(contact).data?.user_id || null

/** Makes a schema return null for an invalid value, so that it does not invalidate the rest. */
export const lenient = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value): z.output<S> | null => schema.safeParse(value).data ?? null),
    ),
  )

/** Rejects null and an empty string, which would otherwise become code 0, which marks a number as broken. */
const coded = z.object({ code: z.pipe(z.union([z.int(), z.string().check(z.regex(/^\d{1,9}$/))]), z.transform(Number)) })

/** Returns Meta's code of an error, or null if it has none. */
export const codeOf = (error: unknown): number | null => coded.safeParse(error).data?.code ?? null

/** Number of errors of one message that are read. Meta sends one or two; each code is handled by queries of its own. */
const MAX_ERRORS = 20

/** Returns the codes of a list of errors, each once. Skips items without a code. */
export const codesOf = (errors: unknown): number[] => [
  ...new Set((list.safeParse(errors).data ?? []).slice(0, MAX_ERRORS).flatMap((error) => codeOf(error) ?? [])),
]

/** A larger number is in milliseconds: in seconds it would be after the year 5138. */
const MOST_SECONDS = 100_000_000_000
/** The end of the year 9999: PostgreSQL cannot parse a later date in ISO format. */
const LATEST_MS = 253_402_300_799_999

/**
 * Converts Meta's timestamp to a date: seconds since the epoch, or milliseconds as in some samples. Returns null if it is missing or
 * invalid.
 */
export function momentOf(time: number | null | undefined): Date | null {
  if (!time || !Number.isFinite(time) || time < 0) return null
  const ms = time > MOST_SECONDS ? time : time * 1_000
  return ms < LATEST_MS ? new Date(ms) : null
}

/** Parses a timestamp in whole seconds. Returns 0 if it is missing or invalid. */
export function secondsOf(said: string | null | undefined): number {
  const time = Math.floor(Number(said ?? 0))
  return time > 0 && time < LATEST_MS ? time : 0
}
