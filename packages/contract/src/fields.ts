import * as z from 'zod/mini'
import { isStrongPassword, WEAK_PASSWORD_MESSAGE } from './rules/accounts/password.ts'
import { INVALID_PHONE_MESSAGE, isPhone } from './rules/phone-numbers/phone.ts'
import { emptyIfInvisible, limitCombiningMarks } from './rules/text/visible-text.ts'

/** Schema of an id. Clients must not interpret ids: other servers may use ids that are no UUIDs. */
export const id = z.string().check(z.minLength(1), z.maxLength(64))

/** Schema of an idempotency key, by which the server recognises repeated requests (MSG-12): 1 to 255 visible ASCII characters. */
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/))

/** Schema of a date and time in a response, in ISO 8601. The Prosa server sends UTC with milliseconds. */
export const timestamp = z.string()

/** Schema of a boolean in a query string: 'true' or 'false'. */
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

/** Returns the schema of a text from a user, at most `max` characters long. Rejects the character NUL, which PostgreSQL cannot store. */
/* @__NO_SIDE_EFFECTS__ */
export function plainText(max: number) {
  return z.string().check(
    z.maxLength(max),
    z.refine((text) => !text.includes('\u0000'), 'Há um caractere inválido.'),
  )
}

/**
 * Returns the schema of a name from a user, at most `max` characters long. Trims the name and limits combining marks to four in a row. An
 * invisible name becomes ''.
 */
/* @__NO_SIDE_EFFECTS__ */
export function nameText(max: number) {
  return z.string().check(
    z.trim(),
    z.overwrite((text) => limitCombiningMarks(emptyIfInvisible(text))),
    z.maxLength(max),
    z.refine((text) => !text.includes('\u0000'), 'Há um caractere inválido.'),
  )
}

/** Schema of a search text. For fewer than SEARCH_MIN_CHARS characters, a server may search only the newest entries. */
export const searchText = plainText(100)

/**
 * Query parameters of all endpoints that return lists (section 7). `page` and `limit` apply only with `paginate`, unless the endpoint
 * defines otherwise.
 */
export const listQuery = {
  search: z.optional(searchText),
  page: z.optional(integerParam('page', 1, 100_000)),
  limit: z.optional(integerParam('limit', 1, 100)),
  sortOrder: z.optional(sortOrder),
  paginate: z.optional(queryFlag),
}

/** Query parameter of lists with cursor pagination: the `nextCursor` of the previous page (LIST-32, VIEW-35). */
export const cursorQuery = { cursor: z.optional(z.string().check(z.maxLength(200))) }

/** Schema of a message's sequence number in a query string. 0 means before the first message. */
export const afterSeqParam = integerParam('afterSeq', 0, 999_999_999)
export const beforeSeqParam = integerParam('beforeSeq', 1, 999_999_999)

const supportedYearCheck = z.refine<string>((text) => {
  const year = Number(text.slice(0, 4))
  return year >= 2000 && year < 2100
}, 'A data está fora do alcance.')

/** Schema of a path parameter with the number of a file part, from 1. */
export const filePartNumber = integerParam('n', 1, 1_000)

/** Schema of a calendar day in the form `yyyy-MM-dd`, from 2000 to 2099. */
export const calendarDate = z.iso.date().check(supportedYearCheck)

/** Schema of a date and time in a request: ISO 8601 with a UTC offset, from 2000 to 2099. */
export const requestDateTime = z.iso.datetime({ offset: true }).check(supportedYearCheck)

/** Schema of a phone number that may be empty (gap G10). */
export const optionalPhone = z.string().check(
  z.trim(),
  z.refine((value) => value === '' || isPhone(value), INVALID_PHONE_MESSAGE),
)

/** Schema of a new password (section 5). */
export const newPassword = z.string().check(z.refine(isStrongPassword, WEAK_PASSWORD_MESSAGE))

/** Query parameters of endpoints that return a message's file. `size=thumb` requests the thumbnail; other values are ignored. */
export const mediaQuery = z.looseObject({ size: z.optional(z.string()) })
