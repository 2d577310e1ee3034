import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** Part of a message in which a search word was found: its text, the transcript of its audio, or the filename. */
export const searchMatchSource = z.enum(['text', 'transcript', 'file'])
export type SearchMatchSource = z.infer<typeof searchMatchSource>

/** A message found by a search, with an excerpt of the matching part. */
export const messageSearchResult = z.object({
  message_id: id,
  conversation_id: id,
  lead_id: id,
  /** Null if the lead has no name. */
  lead_name: z.nullable(z.string()),
  /** 'humano' if the lead wrote the message. Other values, such as 'AI', mean messages to the lead. */
  role: z.string(),
  at: timestamp,
  /** Part that matched: a SearchMatchSource. Clients treat unknown values like 'text'. */
  source: z.string(),
  /** Excerpt of the matching part around the first search word, as plain text, never HTML. */
  snippet: z.string(),
  /** Positions of the search words in `snippet`: pairs of start (inclusive) and end (exclusive), in UTF-16 units. */
  marks: z.array(z.array(z.int())),
})
export type MessageSearchResult = z.infer<typeof messageSearchResult>
