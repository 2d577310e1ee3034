import * as z from 'zod/mini'
import { isStrongPassword, WEAK_PASSWORD_MESSAGE } from './rules/accounts/password.ts'
import { INVALID_PHONE_MESSAGE, isPhone } from './rules/phone-numbers/phone.ts'
import { emptyIfInvisible, limitCombiningMarks } from './rules/text/visible-text.ts'

/** An identifier, opaque to clients: another provider's ids need not be UUIDs. */
export const id = z.string().check(z.minLength(1), z.maxLength(64))

/** Key by which the server recognises a repeated request: 1 to 255 visible ASCII characters (MSG-12). */
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/))

/** Date and time in ISO 8601. Our server always sends UTC with milliseconds. */
export const timestamp = z.string()

/** Boolean in a query string. */
export const queryFlag = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (flag) => (flag ? 'true' : 'false'),
})

const integerParam = (name: string, min: number, max: number) =>
  z.codec(z.string().check(z.regex(/^\d{1,9}$/, `${name} deve ser um número inteiro`)), z.int().check(z.gte(min), z.lte(max)), {
    decode: Number,
    encode: String,
  })

const sortOrder = z.enum(['asc', 'desc'])

/** Schema of text typed by a user, at most `max` characters long. Rejects NUL, which PostgreSQL cannot store. */
/* @__NO_SIDE_EFFECTS__ */
export function plainText(max: number) {
  return z.string().check(
    z.maxLength(max),
    z.refine((text) => !text.includes('\u0000'), 'Há um caractere inválido.'),
  )
}

/** Schema of a name typed by a user. Trims it, limits combining marks to four in a row, and empties it if no character is visible. */
/* @__NO_SIDE_EFFECTS__ */
export function nameText(max: number) {
  return z.string().check(
    z.trim(),
    z.overwrite((text) => limitCombiningMarks(emptyIfInvisible(text))),
    z.maxLength(max),
    z.refine((text) => !text.includes('\u0000'), 'Há um caractere inválido.'),
  )
}

/** Search text typed by a user. For fewer characters than SEARCH_MIN_CHARS, a provider may search only the newest entries. */
export const searchText = plainText(100)

/** Query parameters of every list (section 7). `page` and `limit` apply only with `paginate`, unless a call defines otherwise. */
export const listQuery = {
  search: z.optional(searchText),
  page: z.optional(integerParam('page', 1, 100_000)),
  limit: z.optional(integerParam('limit', 1, 100)),
  sortOrder: z.optional(sortOrder),
  paginate: z.optional(queryFlag),
}

/** Query parameter of lists with cursor pagination (LIST-32, VIEW-35). */
export const cursorQuery = { cursor: z.optional(z.string().check(z.maxLength(200))) }

/** Sequence number of a message in its conversation, as a query parameter. */
export const afterSeqParam = integerParam('afterSeq', 0, 999_999_999)
export const beforeSeqParam = integerParam('beforeSeq', 1, 999_999_999)

const supportedYearCheck = z.refine<string>((text) => {
  const year = Number(text.slice(0, 4))
  return year >= 2000 && year < 2100
}, 'A data está fora do alcance.')

/** Number of a file part, from 1, as a path parameter. */
export const filePartNumber = integerParam('n', 1, 1_000)

/** Calendar day in the form `yyyy-MM-dd`, from 2000 to 2099. */
export const calendarDate = z.iso.date().check(supportedYearCheck)

/** Date and time that a client sends: ISO 8601 with an offset, from 2000 to 2099. */
export const requestDateTime = z.iso.datetime({ offset: true }).check(supportedYearCheck)

/** Phone number that may be empty (gap G10). */
export const optionalPhone = z.string().check(
  z.trim(),
  z.refine((value) => value === '' || isPhone(value), INVALID_PHONE_MESSAGE),
)

/** New password (section 5). */
export const newPassword = z.string().check(z.refine(isStrongPassword, WEAK_PASSWORD_MESSAGE))

/** Query of a message's file: `size=thumb` requests the thumbnail. Other values are ignored. */
export const mediaQuery = z.looseObject({ size: z.optional(z.string()) })
