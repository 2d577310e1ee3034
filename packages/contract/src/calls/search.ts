import * as z from 'zod/mini'
import { success } from '../answer.ts'
import { defineCall } from '../define-call.ts'
import { foundMessage } from '../entities/found-message.ts'
import { cursorQuery, id, listQuery, plainText } from '../fields.ts'

/** Served by providers with the capability `search` (4-day.md, section 2). Ours. */

/** Characters that a search of messages begins with. */
export const MESSAGE_SEARCH_MIN_CHARS = 2
/** A text without any letter or digit finds nothing, whatever its length. */
const SEARCHABLE = /[\p{L}\p{N}]/u

/**
 * Messages in which all of the words stand, the newest first; without accents, in other forms, numbers with or without their punctuation. Where
 * none is found and a word may be a slip, those with the word that was meant: `instead` is the search as it was done.
 */
export const searchMessages = defineCall({
  name: 'searchMessages',
  method: 'GET',
  path: '/search/messages',
  summary: 'Mensagens em que estão todas as palavras, das mais novas às mais antigas.',
  query: z.strictObject({
    q: plainText(100).check(
      z.trim(),
      z.refine((q) => q.length >= MESSAGE_SEARCH_MIN_CHARS || !SEARCHABLE.test(q), {
        error: `Digite ao menos ${MESSAGE_SEARCH_MIN_CHARS} caracteres.`,
      }),
    ),
    lead_id: z.optional(id),
    agent_id: z.optional(id),
    limit: listQuery.limit,
    ...cursorQuery,
  }),
  answer: success(
    z.object({
      results: z.array(foundMessage),
      nextCursor: z.nullable(z.string()),
      instead: z.optional(z.string()),
    }),
  ),
})
