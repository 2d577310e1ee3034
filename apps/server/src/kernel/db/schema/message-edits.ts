import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'
import { tenantId } from './tenants.ts'

/** How a message was put otherwise or taken back, and how it read before; also of one that has not come yet. */
export const messageEdits = pgTable(
  'message_edits',
  {
    tenantId: tenantId(),
    /** The channel's id of the message, and of what told the change; of the message's first wording that is its own. */
    channelId: text('channel_id').notNull(),
    key: text().notNull(),
    /** Who it is about, by the name that the channel's inbox knows. */
    sender: text().notNull(),
    byLead: boolean('by_lead').notNull(),
    /** Null: it was taken back, and what it said is gone. */
    content: text(),
    /** By the channel's clock. */
    saidAt: at('said_at').notNull(),
    receivedAt: at('received_at').notNull(),
    /** The message is here and knows of it. */
    applied: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.channelId, t.key] }),
    index('message_edits_waiting').on(t.tenantId, t.receivedAt).where(sql`NOT applied`),
    index('message_edits_sender').on(t.tenantId, t.sender),
  ],
)
