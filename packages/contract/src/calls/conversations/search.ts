import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { messageSearchResult } from '../../entities/conversations/message-search-result.ts'
import { cursorQuery, id, listQuery, plainText } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

/** Message search (4-day.md, section 2). Available only on servers with the capability `search`. Prosa extension. */

export const MESSAGE_SEARCH_MIN_CHARS = 2
/** Matches a text with a letter or digit. Other texts find nothing, so their length is not checked. */
const SEARCHABLE = /[\p{L}\p{N}]/u

/**
 * Returns messages that contain all words of `q`, newest first. Accents, word forms and punctuation within numbers are ignored. If nothing
 * is found and a word may be misspelt, returns the results for the corrected text, which is returned as `instead`.
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
  answer: successWithData(
    z.object({
      results: z.array(messageSearchResult),
      nextCursor: z.nullable(z.string()),
      instead: z.optional(z.string()),
    }),
  ),
})
