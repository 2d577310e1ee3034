import type { HistoryDays } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { isNotNull, isNull, sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn, updatedAt } from '../columns.ts'
import { agents } from '../conversations/conversations.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Meta apps that organisations own. Webhooks of such an app arrive at a separate URL and are signed with the app's secret (WIRE-25). */
export const channelApps = pgTable(
  'channel_apps',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    /** Last part of the webhook URL, `/webhooks/whatsapp/{key}`. */
    key: text().notNull(),
    /** Secret of the Meta app, encrypted (crypto/secret-box.ts). */
    appSecret: text('app_secret').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), uniqueIndex('channel_apps_key').on(t.key)],
)

/** An organisation's WhatsApp numbers on the WhatsApp Cloud API, each answered by one agent. */
export const whatsappNumbers = pgTable(
  'whatsapp_numbers',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    agentId: uuid('agent_id').notNull(),
    /** Meta's id of the WhatsApp number. */
    phoneNumberId: text('phone_number_id').notNull(),
    /** Meta's id of the WhatsApp Business account that owns the number. */
    wabaId: text('waba_id').notNull(),
    displayNumber: text('display_number').notNull(),
    verifiedName: text('verified_name'),
    /** `coexistence`: the WhatsApp Business app on the team's phone uses the number as well. */
    mode: text({ enum: ['api', 'coexistence'] })
      .notNull()
      .default('api'),
    /** Messages per second that Meta accepts; null if unknown. */
    throughput: integer(),
    /** The organisation's own Meta app to which the number is linked; null for the server's Meta app. */
    appId: uuid('app_id'),
    /** Access token for the number, encrypted (crypto/secret-box.ts). */
    accessToken: text('access_token').notNull(),
    /** Expiry of the access token; null if it does not expire or Meta does not report an expiry. */
    tokenExpiresAt: timestampColumn('token_expires_at'),
    /** PIN of two-step verification, encrypted; null if this server has not set one. */
    pin: text(),
    /** Number of days of the phone's history that were requested when the number was linked. */
    historyDays: integer('history_days').notNull().default(0),
    /** When the number was linked at Meta. */
    onboardedAt: timestampColumn('onboarded_at'),
    /** Meta's quality rating: GREEN, YELLOW or RED. */
    quality: text(),
    /**
     * Maximum number of leads to whom the number may write in 24 hours without a recent message from them. Null if unlimited or unknown.
     */
    messagingLimit: integer('messaging_limit'),
    /** Number of leads that count towards `messagingLimit`, when last counted. */
    used24h: integer('used_24h'),
    /** When the number's health was last requested from Meta. */
    healthAskedAt: timestampColumn('health_asked_at'),
    /** When the webhook URL was last submitted to Meta. */
    handshakeAskedAt: timestampColumn('handshake_asked_at'),
    /** When Meta verified the webhook URL. */
    handshakeAt: timestampColumn('handshake_at'),
    /** When Meta last sent any signed event for the number. */
    eventAt: timestampColumn('event_at'),
    /** When Meta last sent a message status for the number. */
    statusAt: timestampColumn('status_at'),
    /** When Meta sent the first message of a lead to the number. */
    firstMessageAt: timestampColumn('first_message_at'),
    status: text({ enum: ['ok', 'broken'] })
      .notNull()
      .default('ok'),
    statusReason: text('status_reason'),
    /** When the number was last checked at Meta. */
    checkedAt: timestampColumn('checked_at'),
    /** When the number last became usable again. Earlier problem reports are ignored. */
    mendedAt: timestampColumn('mended_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('whatsapp_numbers_phone').on(t.tenantId, t.phoneNumberId),
    // For Meta's account events, which contain no number.
    index('whatsapp_numbers_waba').on(t.wabaId),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
    foreignKey({ columns: [t.tenantId, t.appId], foreignColumns: [channelApps.tenantId, channelApps.id] }),
  ],
)

/** Sign-ups of WhatsApp numbers on Meta's page. An interrupted sign-up resumes after the last completed step. */
export const whatsappSignups = pgTable(
  'whatsapp_signups',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    /** User who started the sign-up, or the platform's staff user who assigned the WhatsApp account to the organisation. */
    userId: uuid('user_id').notNull(),
    agentId: uuid('agent_id').notNull(),
    mode: text({ enum: ['api', 'coexistence'] }).notNull(),
    historyDays: integer('history_days').$type<HistoryDays>().notNull(),
    /** Last completed step. */
    step: text({ enum: ['begun', 'returned', 'granted', 'kept', 'subscribed', 'done'] }).notNull(),
    /** Why the step after `step` failed, as a text for users; null otherwise. */
    failure: text(),
    /** Digest of the OAuth state parameter, which Meta's page returns together with its code. */
    stateDigest: text('state_digest').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** Access token from Meta, encrypted. Removed when it has been copied to the number's row. */
    accessToken: text('access_token'),
    /** Id of the WhatsApp Business account; null if not known in advance. */
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

/**
 * WhatsApp Business accounts that Meta announced without a sign-up on our page (NUM-04). The rows belong to the platform's organisation,
 * whose staff assign the accounts to organisations.
 */
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

/** Problems of WhatsApp numbers. A solved problem stays stored, so that the same problem is not mailed twice in a day. */
export const numberProblems = pgTable(
  'number_problems',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    code: text().notNull(),
    /** Value that is inserted into the text that describes the problem. */
    detail: text(),
    since: timestampColumn('since').notNull(),
    clearedAt: timestampColumn('cleared_at'),
    mailedAt: timestampColumn('mailed_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.numberId, t.code] })],
)

/**
 * Maps Meta's id of a WhatsApp number to its tenant, because webhook requests contain no tenant. If the database is distributed, this table
 * is copied to every node.
 */
export const whatsappDirectory = pgTable('whatsapp_directory', {
  phoneNumberId: text('phone_number_id').primaryKey(),
  tenantId: tenantIdColumn(),
  numberId: uuid('number_id').notNull(),
})

/** Files that were uploaded to Meta, by WhatsApp number. Within 29 days the same content is not uploaded again (MEDIA-01). */
export const metaMedia = pgTable(
  'meta_media',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    /** Name of the content in the file store (files.stored_as). */
    content: text().notNull(),
    /** Meta's id of the file; null if Meta rejected the id, so that the file must be uploaded again. */
    providerId: text('provider_id'),
    uploadedAt: timestampColumn('uploaded_at').notNull(),
    /** Message for which Meta rejected `providerId`. The file is not uploaded a second time for the same message. */
    refusedFor: uuid('refused_for'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.numberId, t.content] })],
)

/** Webhook events as received. Each event is stored once; the events of one sender are processed in order. */
export const whatsappEvents = pgTable(
  'whatsapp_events',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    /**
     * The channel's id of the message. The key of a reaction also contains time and emoji, because a reaction has the id of its message.
     */
    key: text().notNull(),
    /**
     * `wish`: marketing preference of a lead. `names`: identifiers of a lead. `batch`: a webhook request with too many changes to process
     * before the response. `past`: imported history. `waiting`: a file or name for an imported message that has not arrived yet.
     */
    kind: text({ enum: ['message', 'echo', 'wish', 'names', 'batch', 'past', 'waiting'] }).notNull(),
    /** Identifier of the sender. Events of one sender are processed one after the other. */
    sender: text().notNull(),
    /** Event as JSON text, because a lead may write text that a jsonb column rejects. Null after processing. */
    payload: text(),
    /** Position of the event within its webhook request. */
    place: integer().notNull(),
    receivedAt: timestampColumn('received_at').notNull(),
    processedAt: timestampColumn('processed_at'),
    /** Why the event could not be processed; null otherwise. */
    failure: text(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.numberId, t.key] }),
    index('whatsapp_events_waiting').on(t.tenantId, t.numberId, t.sender, t.receivedAt, t.place).where(isNull(t.processedAt)),
  ],
)

/** Delivery statuses of outgoing messages as Meta reports them. Meta may report them in any order and repeatedly; each is stored once. */
export const messageStatuses = pgTable(
  'message_statuses',
  {
    tenantId: tenantIdColumn(),
    /** Meta's id of the message. */
    channelId: text('channel_id').notNull(),
    status: text().notNull(),
    /** Hash of the status report, independent of the order of its fields. */
    digest: text().notNull(),
    numberId: uuid('number_id').notNull(),
    /** Our id of the message, if Meta returned it. */
    callbackData: text('callback_data'),
    /** Recipient, in the same form as whatsapp_events.sender. */
    recipient: text(),
    /** Time of the status by Meta's clock. */
    saidAt: timestampColumn('said_at'),
    payload: jsonb().notNull(),
    receivedAt: timestampColumn('received_at').notNull(),
    /** When the status was applied to its message, or the message was not found. */
    appliedAt: timestampColumn('applied_at'),
    /** Whether the message is stored. If false, the message may still arrive, because the team may have written it on its phone. */
    known: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.channelId, t.status, t.digest] }),
    index('message_statuses_unknown').on(t.tenantId, t.recipient).where(sql`NOT known`),
  ],
)

/** Meta's notices about a WhatsApp number or its account, except messages. Shown to users for 180 days. */
export const whatsappNotices = pgTable(
  'whatsapp_notices',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    id: uuid().notNull(),
    /** Hash of the notice, by which repeated notices are detected. */
    digest: text().notNull(),
    field: text().notNull(),
    event: text().notNull(),
    /** Lead whom the notice concerns, in the same form as whatsapp_events.sender; null if none. */
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
