import * as z from 'zod/mini'
import { isStrongPassword, PASSWORD_MESSAGE } from './rules/password.ts'
import { isPhone, PHONE_MESSAGE } from './rules/phone.ts'
import { emptyIfInvisible, limitMarks } from './rules/visible-text.ts'

/** An identifier; opaque to a client (another provider's ids need not be UUIDs). */
export const id = z.string().check(z.minLength(1), z.maxLength(64))

/** A client's own name for what it sends: 1 to 255 visible characters (MSG-12). */
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/))

/** A point in time on the wire: ISO 8601, which our provider always writes in UTC with milliseconds. */
export const timestamp = z.string()

/** A flag in a query string. */
export const queryFlag = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (flag) => (flag ? 'true' : 'false'),
})

const digits = (name: string, min: number, max: number) =>
  z.codec(z.string().check(z.regex(/^\d{1,9}$/, `${name} deve ser um número inteiro`)), z.int().check(z.gte(min), z.lte(max)), {
    decode: Number,
    encode: String,
  })

const sortOrder = z.enum(['asc', 'desc'])

/** Text of a person, up to so many characters. NUL cannot be stored by PostgreSQL and is refused. */
/* @__NO_SIDE_EFFECTS__ */
export function plainText(max: number) {
  return z.string().check(
    z.maxLength(max),
    z.refine((text) => !text.includes('\u0000'), 'Há um caractere inválido.'),
  )
}

/** Name that people give to a thing, trimmed, with marks as languages use them; empty if nobody can see anything of it. */
/* @__NO_SIDE_EFFECTS__ */
export function givenName(max: number) {
  return z.string().check(
    z.trim(),
    z.overwrite((text) => limitMarks(emptyIfInvisible(text))),
    z.maxLength(max),
    z.refine((text) => !text.includes('\u0000'), 'Há um caractere inválido.'),
  )
}

/** Search text typed by a person. Of fewer characters than SEARCH_MIN_CHARS a provider may find the newest only. */
export const searchText = plainText(100)

/** Query parameters of every list (section 7). `page` and `limit` count only with `paginate`, unless a call says otherwise. */
export const listQuery = {
  search: z.optional(searchText),
  page: z.optional(digits('page', 1, 100_000)),
  limit: z.optional(digits('limit', 1, 100)),
  sortOrder: z.optional(sortOrder),
  paginate: z.optional(queryFlag),
}

/** Query parameters of a list that a client can walk by cursor (LIST-32, VIEW-35). */
export const cursorQuery = { cursor: z.optional(z.string().check(z.maxLength(200))) }

/** A sequence number inside a conversation, as it stands in a query string. */
export const querySequence = digits('afterSeq', 0, 999_999_999)
export const querySequenceBefore = digits('beforeSeq', 1, 999_999_999)

const inOurTime = z.refine<string>((text) => {
  const year = Number(text.slice(0, 4))
  return year >= 2000 && year < 2100
}, 'A data está fora do alcance.')

/** Which part of a file, from 1, as it stands in an address. */
export const filePartNumber = digits('n', 1, 1_000)

/** A calendar day, `yyyy-MM-dd`, of this century. */
export const day = z.iso.date().check(inOurTime)

/** A point in time that a client sends: ISO 8601 with its offset, of this century. */
export const moment = z.iso.datetime({ offset: true }).check(inOurTime)

/** A phone that may be left out (gap G10). */
export const optionalPhone = z.string().check(
  z.trim(),
  z.refine((value) => value === '' || isPhone(value), PHONE_MESSAGE),
)

/** Section 5, new password. */
export const newPassword = z.string().check(z.refine(isStrongPassword, PASSWORD_MESSAGE))

/** Query of a message's file: 'thumb' requests the small picture, and everything else is ignored. */
export const mediaQuery = z.looseObject({ size: z.optional(z.string()) })
