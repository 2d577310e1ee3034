import type { HistoryDays } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { isNotNull, isNull, sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn, updatedAt } from '../columns.ts'
import { agents } from '../conversations/conversations.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** A tenant's own Meta app: its webhooks arrive at a separate address, signed with its own secret (WIRE-25). */
export const channelApps = pgTable(
  'channel_apps',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    /** Last part of the webhook address, `/webhooks/whatsapp/{key}`. */
    key: text().notNull(),
    /** Secret of the Meta app, encrypted (crypto/secret-box.ts). */
    appSecret: text('app_secret').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), uniqueIndex('channel_apps_key').on(t.key)],
)

/** A tenant's number on the WhatsApp Cloud API, answered by one agent. */
export const whatsappNumbers = pgTable(
  'whatsapp_numbers',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    agentId: uuid('agent_id').notNull(),
    /** Meta's ids of the number and of the business account that owns its templates. */
    phoneNumberId: text('phone_number_id').notNull(),
    wabaId: text('waba_id').notNull(),
    displayNumber: text('display_number').notNull(),
    verifiedName: text('verified_name'),
    /** `coexistence`: the team's phone uses the number as well. */
    mode: text({ enum: ['api', 'coexistence'] })
      .notNull()
      .default('api'),
    /** Messages per second that Meta accepts; null if unknown. */
    throughput: integer(),
    /** The tenant's own app with which it is linked; null for the installation's. */
    appId: uuid('app_id'),
    /** Access token for the number, encrypted (crypto/secret-box.ts). */
    accessToken: text('access_token').notNull(),
    /** Expiry of the token; null if it does not expire or Meta does not say. */
    tokenExpiresAt: timestampColumn('token_expires_at'),
    /** PIN of two-step verification, if we have set it; encrypted. */
    pin: text(),
    /** Days of the phone's history requested when linking, and the time from which Meta provides it. */
    historyDays: integer('history_days').notNull().default(0),
    onboardedAt: timestampColumn('onboarded_at'),
    /** Meta's rating: GREEN, YELLOW, RED. */
    quality: text(),
    /** Leads who may be written to outside of their window in 24 hours; null if unlimited or unknown. */
    messagingLimit: integer('messaging_limit'),
    /** How many of them were used, when last counted. */
    used24h: integer('used_24h'),
    /** When the health was last requested from Meta, and when Meta was last given the webhook address. */
    healthAskedAt: timestampColumn('health_asked_at'),
    handshakeAskedAt: timestampColumn('handshake_asked_at'),
    /** When Meta verified the webhook, and when it last sent any signed event, a status, and the first message of a lead. */
    handshakeAt: timestampColumn('handshake_at'),
    eventAt: timestampColumn('event_at'),
    statusAt: timestampColumn('status_at'),
    firstMessageAt: timestampColumn('first_message_at'),
    status: text({ enum: ['ok', 'broken'] })
      .notNull()
      .default('ok'),
    statusReason: text('status_reason'),
    /** When the number was last checked at Meta, and when it was last repaired: earlier reports are ignored. */
    checkedAt: timestampColumn('checked_at'),
    mendedAt: timestampColumn('mended_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('whatsapp_numbers_phone').on(t.tenantId, t.phoneNumberId),
    // Account events of Meta do not name a number.
    index('whatsapp_numbers_waba').on(t.wabaId),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
    foreignKey({ columns: [t.tenantId, t.appId], foreignColumns: [channelApps.tenantId, channelApps.id] }),
  ],
)

/** A sign-up of a number on Meta's page and its progress; an interrupted one resumes from there. */
export const whatsappSignups = pgTable(
  'whatsapp_signups',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    /** User who started it; a user of the platform's staff if they assigned an account. */
    userId: uuid('user_id').notNull(),
    agentId: uuid('agent_id').notNull(),
    mode: text({ enum: ['api', 'coexistence'] }).notNull(),
    historyDays: integer('history_days').$type<HistoryDays>().notNull(),
    /** Last completed step, and why the next one failed, as text. */
    step: text({ enum: ['begun', 'returned', 'granted', 'kept', 'subscribed', 'done'] }).notNull(),
    failure: text(),
    /** Digest of the state parameter that Meta's page returns with its code. */
    stateDigest: text('state_digest').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** Token from Meta, encrypted; removed when the number has it. */
    accessToken: text('access_token'),
    /** Id of the account, if it is known in advance. */
    wabaId: text('waba_id'),
    numberId: uuid('number_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
  ],
)

/** An account that Meta announced and no sign-up requested (NUM-04): a row of the platform's organisation, whose staff assign it. */
export const unclaimedAccounts = pgTable(
  'unclaimed_accounts',
  {
    tenantId: tenantIdColumn(),
    wabaId: text('waba_id').notNull(),
    ownerBusinessId: text('owner_business_id').notNull(),
    announcedAt: timestampColumn('announced_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId] })],
)

/** Problems of a number and when they started. A solved one stays stored, so that the same problem is not mailed twice in a day. */
export const numberProblems = pgTable(
  'number_problems',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    code: text().notNull(),
    /** Value that the problem's text mentions. */
    detail: text(),
    since: timestampColumn('since').notNull(),
    clearedAt: timestampColumn('cleared_at'),
    mailedAt: timestampColumn('mailed_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.numberId, t.code] })],
)

/** Maps Meta's id of a number to its tenant, which a webhook does not name. A reference table like user_phones. */
export const whatsappDirectory = pgTable('whatsapp_directory', {
  phoneNumberId: text('phone_number_id').primaryKey(),
  tenantId: tenantIdColumn(),
  numberId: uuid('number_id').notNull(),
})

/** Files that Meta has, by the number that uploaded them: within 29 days they are not uploaded again (MEDIA-01). */
export const metaMedia = pgTable(
  'meta_media',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    /** Name of its bytes in the file store (files.stored_as). */
    content: text().notNull(),
    /** Meta's id; null if Meta refused the id, so that the file is uploaded again. */
    providerId: text('provider_id'),
    uploadedAt: timestampColumn('uploaded_at').notNull(),
    /** Message with which Meta refused the id: for that message the file is not uploaded again. */
    refusedFor: uuid('refused_for'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.numberId, t.content] })],
)

/** Webhook events as received, each once; processed in order per sender. */
export const whatsappEvents = pgTable(
  'whatsapp_events',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    /** The channel's id of the message; for a reaction, which has a message's id, also its time and emoji. */
    key: text().notNull(),
    /**
     * `wish`: marketing preference of a lead. `names`: identifiers of a person. `batch`: a webhook with too many changes to process before
     * answering Meta. `past`: imported history. `waiting`: a file or name for an imported message that has not arrived yet.
     */
    kind: text({ enum: ['message', 'echo', 'wish', 'names', 'batch', 'past', 'waiting'] }).notNull(),
    /** Queue of the event: events of one sender are processed one after the other. */
    sender: text().notNull(),
    /** JSON as text, because a lead may write text that jsonb refuses. Null after processing. */
    payload: text(),
    /** Position within its webhook request. */
    place: integer().notNull(),
    receivedAt: timestampColumn('received_at').notNull(),
    processedAt: timestampColumn('processed_at'),
    /** Why it could not be processed. */
    failure: text(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.numberId, t.key] }),
    index('whatsapp_events_waiting').on(t.tenantId, t.numberId, t.sender, t.receivedAt, t.place).where(isNull(t.processedAt)),
  ],
)

/** Statuses of outgoing messages, complete, as Meta reports them; each once, in whatever order and however often it is reported. */
export const messageStatuses = pgTable(
  'message_statuses',
  {
    tenantId: tenantIdColumn(),
    /** Meta's id of the message. */
    channelId: text('channel_id').notNull(),
    status: text().notNull(),
    /** Digest of the status, independent of the order of its fields. */
    digest: text().notNull(),
    numberId: uuid('number_id').notNull(),
    /** Our id of the message, if Meta returns it. */
    callbackData: text('callback_data'),
    /** Recipient, by the name in the inbox (whatsapp_events.sender). */
    recipient: text(),
    /** Time by Meta's clock. */
    saidAt: timestampColumn('said_at'),
    payload: jsonb().notNull(),
    receivedAt: timestampColumn('received_at').notNull(),
    /** When the message was looked up for it. */
    appliedAt: timestampColumn('applied_at'),
    /** True if the message is stored. Otherwise it may still arrive, if the team wrote it on its phone. */
    known: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.channelId, t.status, t.digest] }),
    index('message_statuses_unknown').on(t.tenantId, t.recipient).where(sql`NOT known`),
  ],
)

/** Notices of Meta about a number or its account that are not messages; stored for 180 days for users to read. */
export const whatsappNotices = pgTable(
  'whatsapp_notices',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    id: uuid().notNull(),
    /** Detects repeated notices. */
    digest: text().notNull(),
    field: text().notNull(),
    event: text().notNull(),
    /** Lead it is about, by the name in the inbox; null if none. */
    sender: text(),
    payload: jsonb().notNull(),
    saidAt: timestampColumn('said_at').notNull(),
    receivedAt: timestampColumn('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.numberId, t.id] }),
    uniqueIndex('whatsapp_notices_digest').on(t.tenantId, t.numberId, t.digest),
    index('whatsapp_notices_newest').on(t.tenantId, t.numberId, t.saidAt, t.id),
    index('whatsapp_notices_sender').on(t.tenantId, t.sender).where(isNotNull(t.sender)),
  ],
)
