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

/** Text of a person, up to so many characters. NUL cannot be stored by PostgreSQL and is refused. */
export const plainText = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine((text) => !text.includes('\u0000'), 'Há um caractere inválido.'),
  )

/** Search text typed by a person. */
export const searchText = plainText(100)

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
export const querySequenceBefore = digits('beforeSeq', 1, 999_999_999)

const inOurTime = z.refine<string>((text) => {
  const year = Number(text.slice(0, 4))
  return year >= 2000 && year < 2100
}, 'A data está fora do alcance.')

/** A calendar day, `yyyy-MM-dd`, of this century. */
export const day = z.iso.date().check(inOurTime)

/** A point in time that a client sends: ISO 8601 with its offset, of this century. */
export const moment = z.iso.datetime({ offset: true }).check(inOurTime)
