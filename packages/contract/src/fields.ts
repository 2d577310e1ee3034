import * as z from 'zod/mini'

/** An identifier; opaque to a client (another provider's ids need not be UUIDs). */
export const id = z.string().check(z.minLength(1), z.maxLength(64))

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

export const sortOrder = z.enum(['asc', 'desc'])

/** Search text typed by a person. */
export const searchText = z.string().check(z.maxLength(100))

/** Query parameters of every list (section 7). `page` and `limit` count only with `paginate`, unless a call says otherwise. */
export const listQuery = {
  search: z.optional(searchText),
  page: z.optional(digits('page', 1, 100_000)),
  limit: z.optional(digits('limit', 1, 100)),
  sortOrder: z.optional(sortOrder),
  paginate: z.optional(queryFlag),
}

/** Query parameters of a list that a client can walk by cursor (decisions.md, 'long histories and lists'). */
export const cursorQuery = { cursor: z.optional(z.string().check(z.maxLength(200))) }

/** A sequence number inside a conversation, as it stands in a query string. */
export const querySequence = digits('afterSeq', 0, 999_999_999)

/** A calendar day, `yyyy-MM-dd`. */
export const day = z.iso.date()
