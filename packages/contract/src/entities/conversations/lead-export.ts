import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'
import { costRow } from '../reports/cost-row.ts'
import { conversation } from './conversation.ts'
import { lead } from './lead.ts'
import { message } from './message.ts'
import { transcript } from './transcript.ts'

/** All stored data of a lead (LGPD art. 18), as plain JSON for other systems. */
export const leadExport = z.object({
  exported_at: timestamp,
  lead,
  /** Identifiers of the lead on its channels. For a visitor of the web chat, a substitute for the secret. */
  channel_names: z.array(z.string()),
  conversations: z.array(
    z.object({
      conversation,
      /** The agent's memory of the conversation. */
      agent_memory: z.unknown(),
      /** Oldest first. `meta` describes how the provider received the message. */
      messages: z.array(z.extend(message, { meta: z.unknown() })),
      /** Imported messages from before the number was connected, oldest first. */
      past: z.optional(z.array(z.extend(message, { meta: z.unknown() }))),
    }),
  ),
  /** Files sent and received by the lead. `url` opens a file for a signed-in user. */
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
  /** Transcripts of audio sent and received by the lead. */
  transcripts: z.optional(z.array(transcript)),
  /**
   * Earlier texts of the lead's messages that were edited, oldest first. `content` is null if the message was deleted and its text is gone.
   */
  earlier_wordings: z.optional(
    z.array(z.object({ channel_id: z.string(), content: z.nullable(z.string()), said_at: timestamp })),
  ),
  /** Events of the channel about messages to the lead and about the lead itself, as received. */
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
  /** Costs of conversations with the lead. */
  costs: z.optional(z.array(costRow)),
  /** Corrections of the agent's answers to the lead, with the stored conversation that they are checked with. */
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
  /** Snapshots of the agent's input, one for each turn of the last days. */
  turns: z.optional(z.array(z.object({ message_id: id, at: timestamp, known: z.unknown() }))),
  /** Actions of the team and the agent that concern the lead. */
  events: z.array(z.object({ action: z.string(), user_id: z.nullable(id), at: timestamp })),
  /** Webhook events of the channel that are not processed into messages yet. */
  waiting: z.array(z.object({ kind: z.string(), received_at: timestamp, payload: z.nullable(z.string()) })),
})
export type LeadExport = z.infer<typeof leadExport>
