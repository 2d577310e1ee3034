import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestampColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Edits and deletions of messages, with the earlier texts. Includes edits whose message has not arrived yet. */
export const messageEdits = pgTable(
  'message_edits',
  {
    tenantId: tenantIdColumn(),
    /** The channel's id of the message. */
    channelId: text('channel_id').notNull(),
    /** The channel's id of the edit. The row with the original text has the message's id instead. */
    key: text().notNull(),
    /** Identifier of the lead, in the same form as whatsapp_events.sender. */
    sender: text().notNull(),
    byLead: boolean('by_lead').notNull(),
    /** Text after the edit; null if the message was deleted. */
    content: text(),
    /** Time of the edit by the channel's clock. */
    saidAt: timestampColumn('said_at').notNull(),
    receivedAt: timestampColumn('received_at').notNull(),
    /** Whether the edit has been applied to the stored message. */
    applied: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.channelId, t.key] }),
    index('message_edits_waiting').on(t.tenantId, t.receivedAt).where(sql`NOT applied`),
    index('message_edits_sender').on(t.tenantId, t.sender),
  ],
)
