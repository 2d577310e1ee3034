import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestampColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Edits and deletions of messages, with the earlier texts; also for messages that have not arrived yet. */
export const messageEdits = pgTable(
  'message_edits',
  {
    tenantId: tenantIdColumn(),
    /** The channel's ids of the message and (`key`) of the edit; for the original text, both are the message's id. */
    channelId: text('channel_id').notNull(),
    key: text().notNull(),
    /** Lead's name in the inbox of the channel. */
    sender: text().notNull(),
    byLead: boolean('by_lead').notNull(),
    /** Null if the message was deleted; its content is erased. */
    content: text(),
    /** Time by the channel's clock. */
    saidAt: timestampColumn('said_at').notNull(),
    receivedAt: timestampColumn('received_at').notNull(),
    /** True if the edit has been applied to the stored message. */
    applied: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.channelId, t.key] }),
    index('message_edits_waiting').on(t.tenantId, t.receivedAt).where(sql`NOT applied`),
    index('message_edits_sender').on(t.tenantId, t.sender),
  ],
)
