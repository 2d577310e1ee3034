import * as z from 'zod/mini'
import { stripUnstorableCharacters } from '../../../../platform/json/storable-json.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'

/** Schema of an identifier for a database column or index: at most 300 characters, without characters that the database cannot store. */
export const identifier = z.pipe(
  z.pipe(z.coerce.string(), z.transform(stripUnstorableCharacters)),
  z.string().check(z.maxLength(300)),
)
export const optionalText = z.nullish(identifier)
export const optionalList = z.nullish(z.array(z.unknown()))

const contactIds = z.object({ wa_id: optionalText, user_id: optionalText })

/** Function that returns a person's contact card by phone number or user id. Returns null if there is none. */
export type ContactCardLookup = (phone: string | null | undefined, user: string | null | undefined) => unknown

/**
 * Indexes the contact cards of a webhook by phone number and user id, because a webhook can contain a thousand messages that each need a
 * lookup.
 */
export function indexContactCards(contacts: unknown): ContactCardLookup {
  const cardByKey = new Map<string, unknown>()
  const addCard = (key: string | null, card: unknown) => {
    if (key && !cardByKey.has(key)) cardByKey.set(key, card)
  }
  for (const card of optionalList.safeParse(contacts).data ?? []) {
    const ids = contactIds.safeParse(card).data
    addCard(toUserKey(ids?.user_id), card)
    addCard(toPhoneKey(ids?.wa_id ?? null), card)
  }
  return (phone, user) => cardByKey.get(toUserKey(user) ?? '') ?? cardByKey.get(toPhoneKey(phone ?? null) ?? '') ?? null
}

const toUserKey = (user: string | null | undefined): string | null => (user ? `user:${user}` : null)

export const getContactUserId = (contact: unknown): string | null => contactIds.safeParse(contact).data?.user_id || null

/** Changes a schema so that an invalid value becomes null, instead of invalidating the surrounding object. */
export const nullIfInvalid = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value): z.output<S> | null => schema.safeParse(value).data ?? null),
    ),
  )

/** Schema of an error from Meta. Rejects null and '', which would otherwise become code 0; code 0 marks a WhatsApp number as broken. */
const errorWithCode = z.object({ code: z.pipe(z.union([z.int(), z.string().check(z.regex(/^\d{1,9}$/))]), z.transform(Number)) })

/** Returns the code of an error from Meta. Returns null if there is none. */
export const getErrorCode = (error: unknown): number | null => errorWithCode.safeParse(error).data?.code ?? null

/** Maximum number of errors per message that are evaluated, because each code causes database queries. Meta sends one or two. */
const MAX_ERRORS_PER_MESSAGE = 20

/** Returns the distinct codes in a list of errors from Meta. Skips errors without a code. */
export const getErrorCodes = (errors: unknown): number[] => [
  ...new Set(
    (optionalList.safeParse(errors).data ?? []).slice(0, MAX_ERRORS_PER_MESSAGE).flatMap((error) => getErrorCode(error) ?? []),
  ),
]

/** Largest timestamp that is interpreted as seconds (year 5138). A larger one is in milliseconds. */
const MAX_SECONDS = 100_000_000_000
/** End of the year 9999 in milliseconds since the epoch. PostgreSQL cannot parse a later date in ISO format. */
const MAX_TIMESTAMP_MS = 253_402_300_799_999

/**
 * Converts Meta's timestamp to a date. It is in seconds since the epoch, but some samples use milliseconds. Returns null if it is missing
 * or invalid.
 */
export function parseTimestamp(time: number | null | undefined): Date | null {
  if (!time || !Number.isFinite(time) || time < 0) return null
  const ms = time > MAX_SECONDS ? time : time * 1_000
  return ms < MAX_TIMESTAMP_MS ? new Date(ms) : null
}

/** Parses a timestamp in seconds since the epoch, without fractions. Returns 0 if it is missing or invalid. */
export function parseSeconds(text: string | null | undefined): number {
  const time = Math.floor(Number(text ?? 0))
  return time > 0 && time < MAX_TIMESTAMP_MS ? time : 0
}
