import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** What of a message a word stands in: what was written, what is said in its sound, or what its file is called. */
export const messageSource = z.enum(['text', 'transcript', 'file'])
export type MessageSource = z.infer<typeof messageSource>

/** A message that a search found. */
export const foundMessage = z.object({
  message_id: id,
  conversation_id: id,
  lead_id: id,
  /** Null for a lead without a name. */
  lead_name: z.nullable(z.string()),
  /** 'humano' of the lead, 'AI' of ours; unknown ones are read as ours. */
  role: z.string(),
  at: timestamp,
  /** Another provider's own are shown as text. */
  source: z.string(),
  /** Part of what it says, around the first of the words; letters, never HTML. */
  snippet: z.string(),
  /** Where the words stand in `snippet`, in UTF-16 units: pairs of from, and to without it. */
  marks: z.array(z.array(z.int())),
})
export type FoundMessage = z.infer<typeof foundMessage>
