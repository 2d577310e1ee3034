import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { messageSearchResult } from '../../entities/conversations/message-search-result.ts'
import { cursorQuery, id, listQuery, plainText } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

/** Served by providers with the capability `search` (4-day.md, section 2). Ours. */

/** Minimum length of a message search. */
export const MESSAGE_SEARCH_MIN_CHARS = 2
/** Matches a text with a letter or digit. A search text without one finds nothing and may have any length. */
const SEARCHABLE = /[\p{L}\p{N}]/u

/**
 * Searches messages that contain all words, newest first. Accents are ignored, other forms of a word match, and numbers match with or
 * without punctuation. If nothing is found and a word may be misspelt, searches for the corrected words; `instead` is the corrected text.
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
