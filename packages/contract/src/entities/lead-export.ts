import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'
import { conversation } from './conversation.ts'
import { costRow } from './cost-row.ts'
import { lead } from './lead.ts'
import { message } from './message.ts'
import { transcript } from './transcript.ts'

/** Everything that is kept of one lead (LGPD art. 18), as plain JSON that other systems can read too. */
export const leadExport = z.object({
  exported_at: timestamp,
  lead,
  /** Who the lead is on its channels; of a web chat visitor, what stands in the place of its secret. */
  channel_names: z.array(z.string()),
  conversations: z.array(
    z.object({
      conversation,
      /** What the agent remembers of the talk. */
      agent_memory: z.unknown(),
      /** Oldest first; `meta` is how the provider came to the message. */
      messages: z.array(z.extend(message, { meta: z.unknown() })),
      /** What was said before its number came here, oldest first. */
      past: z.optional(z.array(z.extend(message, { meta: z.unknown() }))),
    }),
  ),
  /** Files that the lead sent and got; `url` opens one for whoever is signed in. */
  media: z.array(
    z.object({
      message_id: id,
      kind: z.string(),
      mime_type: z.nullable(z.string()),
      filename: z.nullable(z.string()),
      size: z.nullable(z.number()),
      state: z.string(),
      url: z.string(),
      created_at: timestamp,
    }),
  ),
  /** What is said in its sounds, and in those that it got. */
  transcripts: z.optional(z.array(transcript)),
  /** How messages of its read before they were put otherwise, oldest first; null: taken back, and what it said is gone. */
  earlier_wordings: z.optional(
    z.array(z.object({ channel_id: z.string(), content: z.nullable(z.string()), said_at: timestamp })),
  ),
  /** What its channel told of messages to it, and of it, as it came. */
  channel_reports: z.optional(z.array(z.object({ kind: z.string(), received_at: timestamp, payload: z.unknown() }))),
  meetings: z.array(
    z.object({
      id,
      title: z.string(),
      starts_at: timestamp,
      ends_at: timestamp,
      booked_by_agent: z.boolean(),
      created_at: timestamp,
      cancelled_at: z.nullish(timestamp),
    }),
  ),
  /** What it cost to talk with it. */
  costs: z.optional(z.array(costRow)),
  /** Answers to it that the team corrected, with what is kept of the talk to check them. */
  corrections: z.optional(
    z.array(
      z.object({
        _id: id,
        kind: z.string(),
        text: z.string(),
        must: z.array(z.string()),
        must_not: z.array(z.string()),
        created_at: timestamp,
        frozen: z.unknown(),
      }),
    ),
  ),
  /** What was known when its agent began to answer, turn by turn; of the last days only. */
  turns: z.optional(z.array(z.object({ message_id: id, at: timestamp, known: z.unknown() }))),
  /** What the team and the agent did with the lead. */
  events: z.array(z.object({ action: z.string(), user_id: z.nullable(id), at: timestamp })),
  /** What its channel brought and has not become a message. */
  waiting: z.array(z.object({ kind: z.string(), received_at: timestamp, payload: z.nullable(z.string()) })),
})
export type LeadExport = z.infer<typeof leadExport>
