import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'
import { costRow } from '../reports/cost-row.ts'
import { conversation } from './conversation.ts'
import { lead } from './lead.ts'
import { message } from './message.ts'
import { transcript } from './transcript.ts'

/** All stored personal data of a lead, as data-protection law requires (LGPD, article 18). Plain JSON for use in other systems. */
export const leadExport = z.object({
  exported_at: timestamp,
  lead,
  /** Identifiers of the lead, such as the phone number on WhatsApp. For visitors of the web chat, a substitute for the secret cookie. */
  channel_names: z.array(z.string()),
  conversations: z.array(
    z.object({
      conversation,
      /** Data that the agent has stored for the conversation. */
      agent_memory: z.unknown(),
      /** Messages, oldest first. `meta`: how the server received the message. */
      messages: z.array(z.extend(message, { meta: z.unknown() })),
      /** Messages from before the WhatsApp number was connected, imported from the phone, oldest first. */
      past: z.optional(z.array(z.extend(message, { meta: z.unknown() }))),
    }),
  ),
  /** Files that the lead sent or received. `url` opens a file for signed-in users. */
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
  transcripts: z.optional(z.array(transcript)),
  /** Earlier texts of messages that the lead edited, oldest first. `content` is null if the message was deleted. */
  earlier_wordings: z.optional(
    z.array(z.object({ channel_id: z.string(), content: z.nullable(z.string()), said_at: timestamp })),
  ),
  /** Webhook events from the channel (such as WhatsApp) about the lead and about messages to the lead, as received. */
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
  costs: z.optional(z.array(costRow)),
  /** Replies to the lead that users marked as wrong. `frozen`: stored conversation with which the agent is tested. */
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
  /** Snapshots of the data on which the agent based its recent replies (`known`), one for each reply. */
  turns: z.optional(z.array(z.object({ message_id: id, at: timestamp, known: z.unknown() }))),
  /** Actions of users and agents that concern the lead. */
  events: z.array(z.object({ action: z.string(), user_id: z.nullable(id), at: timestamp })),
  /** Webhook events from the channel that are not processed yet. */
  waiting: z.array(z.object({ kind: z.string(), received_at: timestamp, payload: z.nullable(z.string()) })),
})
export type LeadExport = z.infer<typeof leadExport>
