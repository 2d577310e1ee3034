import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'
import { costRow } from '../reports/cost-row.ts'
import { conversation } from './conversation.ts'
import { lead } from './lead.ts'
import { message } from './message.ts'
import { transcript } from './transcript.ts'

/** All stored personal data of a lead (LGPD art. 18), as plain JSON for use in other systems. */
export const leadExport = z.object({
  exported_at: timestamp,
  lead,
  /**
   * Identifiers of the lead on their channels, such as the phone number. For a visitor of the web chat, a substitute for the secret of the
   * visitor's cookie.
   */
  channel_names: z.array(z.string()),
  conversations: z.array(
    z.object({
      conversation,
      /** State that the agent stores for the conversation. */
      agent_memory: z.unknown(),
      /** Messages of the conversation, oldest first. `meta` describes how the provider received the message. */
      messages: z.array(z.extend(message, { meta: z.unknown() })),
      /** Imported messages from the time before the WhatsApp number was connected, oldest first. */
      past: z.optional(z.array(z.extend(message, { meta: z.unknown() }))),
    }),
  ),
  /** Files that the lead sent or received. `url` opens a file for a signed-in user. */
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
  /** Transcripts of audio messages that the lead sent or received. */
  transcripts: z.optional(z.array(transcript)),
  /** Earlier texts of messages that the lead edited, oldest first. `content` is null if the message was deleted and its text erased. */
  earlier_wordings: z.optional(
    z.array(z.object({ channel_id: z.string(), content: z.nullable(z.string()), said_at: timestamp })),
  ),
  /** Webhook events of the channel about the lead and about messages to the lead, as received. */
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
  /** Costs recorded for conversations with the lead. */
  costs: z.optional(z.array(costRow)),
  /** The agent's answers to the lead that users marked as wrong. `frozen`: stored conversation with which the correction is checked. */
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
  /** Snapshots of the agent's input (`known`), one for each of its replies to the lead in the last days. */
  turns: z.optional(z.array(z.object({ message_id: id, at: timestamp, known: z.unknown() }))),
  /** Actions of the team and the agent that concern the lead. */
  events: z.array(z.object({ action: z.string(), user_id: z.nullable(id), at: timestamp })),
  /** Webhook events of the channel that are not processed yet. */
  waiting: z.array(z.object({ kind: z.string(), received_at: timestamp, payload: z.nullable(z.string()) })),
})
export type LeadExport = z.infer<typeof leadExport>
