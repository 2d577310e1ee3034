import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** Part of a message in which a search word was found: its text, the transcript of its audio, or its filename. */
export const searchMatchSource = z.enum(['text', 'transcript', 'file'])
export type SearchMatchSource = z.infer<typeof searchMatchSource>

/** A message found by a search. */
export const messageSearchResult = z.object({
  message_id: id,
  conversation_id: id,
  lead_id: id,
  /** Null if the lead has no name. */
  lead_name: z.nullable(z.string()),
  /** 'humano' for a message of the lead, 'AI' for an outgoing one. Other values are treated as outgoing. */
  role: z.string(),
  at: timestamp,
  /** A SearchMatchSource. Unknown values are displayed like text. */
  source: z.string(),
  /** Excerpt around the first matching word, as plain text, never HTML. */
  snippet: z.string(),
  /** Positions of the matching words in `snippet`, in UTF-16 units: pairs of start (inclusive) and end (exclusive). */
  marks: z.array(z.array(z.int())),
})
export type MessageSearchResult = z.infer<typeof messageSearchResult>
