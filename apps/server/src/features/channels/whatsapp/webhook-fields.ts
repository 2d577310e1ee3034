import * as z from 'zod/mini'
import { phoneKey } from '../../../kernel/phone-key.ts'
import { storable } from '../../../kernel/storable.ts'

/** What of a webhook is looked for or kept by itself, in indexes too; the rest is kept as it came. */
export const name = z.pipe(z.pipe(z.coerce.string(), z.transform(storable)), z.string().check(z.maxLength(300)))
export const text = z.nullish(name)
export const list = z.nullish(z.array(z.unknown()))

const contactNames = z.object({ wa_id: text, user_id: text })

/** The card of somebody, by one of both names; null where there is none. */
export type Cards = (phone: string | null | undefined, user: string | null | undefined) => unknown

/** The cards that come with messages and statuses: a thousand of each may come at once, and each is looked for. */
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

/** What cannot be read is not there, and never costs the rest. */
export const lenient = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value): z.output<S> | null => schema.safeParse(value).data ?? null),
    ),
  )

/** Null and an empty text are no code, though they would count as 0: that one breaks a number. */
const coded = z.object({ code: z.pipe(z.union([z.int(), z.string().check(z.regex(/^\d{1,9}$/))]), z.transform(Number)) })

/** Meta's code of an error; null where it gives none. */
export const codeOf = (error: unknown): number | null => coded.safeParse(error).data?.code ?? null

/** The codes of errors, whatever else stands among them. */
export const codesOf = (errors: unknown): number[] => (list.safeParse(errors).data ?? []).flatMap((error) => codeOf(error) ?? [])

/** Beyond this it is milliseconds: as seconds it would be the year 5138. */
const MOST_SECONDS = 100_000_000_000
/** The end of the year 9999: what comes after it the database does not read as it is written. */
const LATEST_MS = 253_402_300_799_999

/** A moment that Meta writes as seconds since the epoch, in some of its samples as milliseconds; null where it is none. */
export function momentOf(time: number | null | undefined): Date | null {
  if (!time || !Number.isFinite(time) || time < 0) return null
  const ms = time > MOST_SECONDS ? time : time * 1_000
  return ms < LATEST_MS ? new Date(ms) : null
}

/** When something was said, in whole seconds, as Meta writes them; 0 where it is no such moment. */
export function secondsOf(said: string | null | undefined): number {
  const time = Math.floor(Number(said ?? 0))
  return time > 0 && time < LATEST_MS ? time : 0
}
