import * as z from 'zod/mini'
import { stripUnstorableCharacters } from '../../../../platform/json/storable-json.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'

/** Parses an identifier that is stored in its own column or index. Other values are stored as received. */
export const identifier = z.pipe(
  z.pipe(z.coerce.string(), z.transform(stripUnstorableCharacters)),
  z.string().check(z.maxLength(300)),
)
export const optionalText = z.nullish(identifier)
export const optionalList = z.nullish(z.array(z.unknown()))

const contactIds = z.object({ wa_id: optionalText, user_id: optionalText })

/** Returns a person's contact card by one of two identifiers, or null if there is none. */
export type ContactCardLookup = (phone: string | null | undefined, user: string | null | undefined) => unknown

/** Indexes the contact cards of a webhook, because up to a thousand messages each need a lookup. */
export function indexContactCards(contacts: unknown): ContactCardLookup {
  const found = new Map<string, unknown>()
  const note = (key: string | null, card: unknown) => {
    if (key && !found.has(key)) found.set(key, card)
  }
  for (const card of optionalList.safeParse(contacts).data ?? []) {
    const names = contactIds.safeParse(card).data
    note(toUserKey(names?.user_id), card)
    note(toPhoneKey(names?.wa_id ?? null), card)
  }
  return (phone, user) => found.get(toUserKey(user) ?? '') ?? found.get(toPhoneKey(phone ?? null) ?? '') ?? null
}

const toUserKey = (user: string | null | undefined): string | null => (user ? `user:${user}` : null)

export const getContactUserId = (contact: unknown): string | null => contactIds.safeParse(contact).data?.user_id || null

/** Makes a schema return null for an invalid value, so that it does not invalidate the rest. */
export const nullIfInvalid = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value): z.output<S> | null => schema.safeParse(value).data ?? null),
    ),
  )

/** Rejects null and an empty string, which would otherwise become code 0, which marks a number as broken. */
const errorWithCode = z.object({ code: z.pipe(z.union([z.int(), z.string().check(z.regex(/^\d{1,9}$/))]), z.transform(Number)) })

/** Returns Meta's code of an error, or null if it has none. */
export const getErrorCode = (error: unknown): number | null => errorWithCode.safeParse(error).data?.code ?? null

/** Number of errors of one message that are read. Meta sends one or two; each code is handled by queries of its own. */
const MAX_ERRORS_PER_MESSAGE = 20

/** Returns the codes of a list of errors, each once. Skips items without a code. */
export const getErrorCodes = (errors: unknown): number[] => [
  ...new Set(
    (optionalList.safeParse(errors).data ?? []).slice(0, MAX_ERRORS_PER_MESSAGE).flatMap((error) => getErrorCode(error) ?? []),
  ),
]

/** A larger number is in milliseconds: in seconds it would be after the year 5138. */
const MAX_SECONDS = 100_000_000_000
/** The end of the year 9999: PostgreSQL cannot parse a later date in ISO format. */
const MAX_TIMESTAMP_MS = 253_402_300_799_999

/**
 * Converts Meta's timestamp to a date: seconds since the epoch, or milliseconds as in some samples. Returns null if it is missing or
 * invalid.
 */
export function parseTimestamp(time: number | null | undefined): Date | null {
  if (!time || !Number.isFinite(time) || time < 0) return null
  const ms = time > MAX_SECONDS ? time : time * 1_000
  return ms < MAX_TIMESTAMP_MS ? new Date(ms) : null
}

/** Parses a timestamp in whole seconds. Returns 0 if it is missing or invalid. */
export function parseSeconds(said: string | null | undefined): number {
  const time = Math.floor(Number(said ?? 0))
  return time > 0 && time < MAX_TIMESTAMP_MS ? time : 0
}
