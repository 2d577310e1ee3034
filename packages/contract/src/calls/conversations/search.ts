import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { messageSearchResult } from '../../entities/conversations/message-search-result.ts'
import { cursorQuery, id, listQuery, plainText } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

/** Message search. Only providers with the capability `search` offer this endpoint (4-day.md, section 2). Prosa extension. */

/** Minimum number of characters of a search text that contains a letter or digit. */
export const MESSAGE_SEARCH_MIN_CHARS = 2
/** Matches a text that contains a letter or digit. A search text without letters and digits finds nothing, so no minimum length applies. */
const SEARCHABLE = /[\p{L}\p{N}]/u

/**
 * Returns messages that contain all words of `q`, newest first. Accents are ignored, other forms of a word match, and digits match with or
 * without punctuation. If nothing is found and a word may be misspelt, returns messages with the corrected words, and the corrected text as
 * `instead`.
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
