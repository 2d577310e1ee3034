import { isNotNull, isNull, sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, updatedAt } from './columns.ts'
import { agents } from './conversations.ts'
import { tenantId } from './tenants.ts'

/** A tenant's number on the WhatsApp Cloud API, answered by one agent. */
export const whatsappNumbers = pgTable(
  'whatsapp_numbers',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    agentId: uuid('agent_id').notNull(),
    /** Meta's id of the number, and of the business account that holds its templates. */
    phoneNumberId: text('phone_number_id').notNull(),
    wabaId: text('waba_id').notNull(),
    displayNumber: text('display_number').notNull(),
    verifiedName: text('verified_name'),
    /** Sealed (kernel/secret-box.ts). */
    accessToken: text('access_token').notNull(),
    status: text({ enum: ['ok', 'broken'] })
      .notNull()
      .default('ok'),
    statusReason: text('status_reason'),
    checkedAt: at('checked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('whatsapp_numbers_phone').on(t.tenantId, t.phoneNumberId),
    // What Meta tells of an account names no number.
    index('whatsapp_numbers_waba').on(t.wabaId),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
  ],
)

/** A webhook has no tenant: the one place where Meta's id of a number leads to its tenant. A reference table like user_phones. */
export const whatsappDirectory = pgTable('whatsapp_directory', {
  phoneNumberId: text('phone_number_id').primaryKey(),
  tenantId: tenantId(),
  numberId: uuid('number_id').notNull(),
})

/** What the webhook brought, as it came, once; worked off in order per sender. */
export const whatsappEvents = pgTable(
  'whatsapp_events',
  {
    tenantId: tenantId(),
    numberId: uuid('number_id').notNull(),
    /** The channel's id of the message; of a reaction, which borrows one, also its time and emoji. */
    key: text().notNull(),
    /** `batch`: changes of a webhook that are too many to be taken apart while Meta waits. */
    kind: text({ enum: ['message', 'echo', 'batch'] }).notNull(),
    /** Whose turn it waits for: events of one sender are worked off one after the other. */
    sender: text().notNull(),
    /** JSON as text: a lead may write what jsonb refuses. Gone once the event is worked off. */
    payload: text(),
    /** Place within its delivery. */
    place: integer().notNull(),
    receivedAt: at('received_at').notNull(),
    processedAt: at('processed_at'),
    /** Why it could not be worked off. */
    failure: text(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.numberId, t.key] }),
    index('whatsapp_events_waiting').on(t.tenantId, t.numberId, t.sender, t.receivedAt, t.place).where(isNull(t.processedAt)),
  ],
)

/** Every status of a message of ours, whole, as Meta told it; once, however often and in whatever order it is told. */
export const messageStatuses = pgTable(
  'message_statuses',
  {
    tenantId: tenantId(),
    /** Meta's id of the message. */
    channelId: text('channel_id').notNull(),
    status: text().notNull(),
    /** Of what was told, whatever order its fields came in. */
    digest: text().notNull(),
    numberId: uuid('number_id').notNull(),
    /** Our id of the message, where Meta echoes it. */
    callbackData: text('callback_data'),
    /** Whom it went to, by the name that the inbox knows (whatsapp_events.sender). */
    recipient: text(),
    /** By Meta's clock. */
    saidAt: at('said_at'),
    payload: jsonb().notNull(),
    receivedAt: at('received_at').notNull(),
    /** When it was looked for the message. */
    appliedAt: at('applied_at'),
    /** The message is here. One that is not may still come: the team wrote it on its phone. */
    known: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.channelId, t.status, t.digest] }),
    index('message_statuses_unknown').on(t.tenantId, t.recipient).where(sql`NOT known`),
  ],
)

/** What Meta told of a number or its account that is no message: kept for people to read, for 180 days. */
export const whatsappNotices = pgTable(
  'whatsapp_notices',
  {
    tenantId: tenantId(),
    numberId: uuid('number_id').notNull(),
    id: uuid().notNull(),
    /** Tells a repetition from news. */
    digest: text().notNull(),
    field: text().notNull(),
    event: text().notNull(),
    /** Who it is about, by the name that the inbox knows; null: nobody. */
    sender: text(),
    payload: jsonb().notNull(),
    saidAt: at('said_at').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.numberId, t.id] }),
    uniqueIndex('whatsapp_notices_digest').on(t.tenantId, t.numberId, t.digest),
    index('whatsapp_notices_newest').on(t.tenantId, t.numberId, t.saidAt, t.id),
    index('whatsapp_notices_sender').on(t.tenantId, t.sender).where(isNotNull(t.sender)),
  ],
)

/** A file that a lead sent; its bytes lie under DATA_DIR/media. */
export const media = pgTable(
  'media',
  {
    tenantId: tenantId(),
    messageId: uuid('message_id').notNull(),
    numberId: uuid('number_id').notNull(),
    /** The channel's id of the file; it dies after 7 days. */
    providerId: text('provider_id').notNull(),
    kind: text().notNull(),
    sha256: text(),
    mimeType: text('mime_type'),
    filename: text(),
    size: integer(),
    state: text({ enum: ['waiting', 'stored', 'refused'] })
      .notNull()
      .default('waiting'),
    reason: text(),
    attempts: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.messageId] })],
)
