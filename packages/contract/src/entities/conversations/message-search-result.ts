import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** Part of a message in which a search word was found: its text, the transcript of its audio, or the name of its file. */
export const searchMatchSource = z.enum(['text', 'transcript', 'file'])
export type SearchMatchSource = z.infer<typeof searchMatchSource>

/** A message that contains the words of a search, with an excerpt of the matching part. */
export const messageSearchResult = z.object({
  message_id: id,
  conversation_id: id,
  lead_id: id,
  /** Name of the lead; null if they have none. */
  lead_name: z.nullable(z.string()),
  /** 'humano' if the lead wrote the message. Any other value, such as 'AI', means an outgoing message. */
  role: z.string(),
  at: timestamp,
  /** Part of the message that matched: a SearchMatchSource. Clients display unknown values like 'text'. */
  source: z.string(),
  /** Excerpt of that part around the first matching word, as plain text, never HTML. */
  snippet: z.string(),
  /** Positions of the matching words in `snippet`, in UTF-16 units: pairs of start (inclusive) and end (exclusive). */
  marks: z.array(z.array(z.int())),
})
export type MessageSearchResult = z.infer<typeof messageSearchResult>
