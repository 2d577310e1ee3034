import type { HistoryDays } from '@prosa/contract/entities/whatsapp-signup'
import { isNotNull, isNull, sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, updatedAt } from './columns.ts'
import { agents } from './conversations.ts'
import { tenantId } from './tenants.ts'

/** A tenant's own app at Meta: what it tells comes under an address of its own, signed with its own secret (WIRE-25). */
export const channelApps = pgTable(
  'channel_apps',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    /** The last part of its address, `/webhooks/whatsapp/{key}`. */
    key: text().notNull(),
    /** Sealed (kernel/secret-box.ts). */
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
    tenantId: tenantId(),
    id: uuid().notNull(),
    agentId: uuid('agent_id').notNull(),
    /** Meta's id of the number, and of the business account that holds its templates. */
    phoneNumberId: text('phone_number_id').notNull(),
    wabaId: text('waba_id').notNull(),
    displayNumber: text('display_number').notNull(),
    verifiedName: text('verified_name'),
    /** `coexistence`: the team's phone goes on using it beside us. */
    mode: text({ enum: ['api', 'coexistence'] })
      .notNull()
      .default('api'),
    /** Messages a second that Meta takes from it; null: Meta did not say. */
    throughput: integer(),
    /** Through which of the tenant's own apps it is linked; null: through the installation's. */
    appId: uuid('app_id'),
    /** Sealed (kernel/secret-box.ts). */
    accessToken: text('access_token').notNull(),
    /** Until when the token opens it; null: for ever, or Meta does not say. */
    tokenExpiresAt: at('token_expires_at'),
    /** Of its verification in two steps, where we have set it; sealed. */
    pin: text(),
    /** How many days of the phone's past were asked for when it was linked, and since when Meta lets them be fetched. */
    historyDays: integer('history_days').notNull().default(0),
    onboardedAt: at('onboarded_at'),
    /** By Meta's word: GREEN, YELLOW, RED. */
    quality: text(),
    /** People that may be written to outside of their window in 24 hours; null: no limit, or Meta did not say. */
    messagingLimit: integer('messaging_limit'),
    /** How many we know to have been, when that was last counted. */
    used24h: integer('used_24h'),
    /** When Meta last was asked how it is, and when it last was told where to bring news. */
    healthAskedAt: at('health_asked_at'),
    handshakeAskedAt: at('handshake_asked_at'),
    /** When Meta came to shake hands for it, and when it last brought anything signed, a status, a person's message (the first). */
    handshakeAt: at('handshake_at'),
    eventAt: at('event_at'),
    statusAt: at('status_at'),
    firstMessageAt: at('first_message_at'),
    status: text({ enum: ['ok', 'broken'] })
      .notNull()
      .default('ok'),
    statusReason: text('status_reason'),
    /** When Meta was asked last; and when it last was mended: what was told before says nothing of it any more. */
    checkedAt: at('checked_at'),
    mendedAt: at('mended_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('whatsapp_numbers_phone').on(t.tenantId, t.phoneNumberId),
    // What Meta tells of an account names no number.
    index('whatsapp_numbers_waba').on(t.wabaId),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
    foreignKey({ columns: [t.tenantId, t.appId], foreignColumns: [channelApps.tenantId, channelApps.id] }),
  ],
)

/** A linking by Meta's own page, and how far it came: cut off anywhere, it goes on from there. */
export const whatsappSignups = pgTable(
  'whatsapp_signups',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    /** Who began it; of the platform's staff where they assigned an account. */
    userId: uuid('user_id').notNull(),
    agentId: uuid('agent_id').notNull(),
    mode: text({ enum: ['api', 'coexistence'] }).notNull(),
    historyDays: integer('history_days').$type<HistoryDays>().notNull(),
    /** The last good one, and why the next one did not come about, in words. */
    step: text({ enum: ['begun', 'returned', 'granted', 'kept', 'subscribed', 'done'] }).notNull(),
    failure: text(),
    /** Of what Meta's page brings back with its code. */
    stateDigest: text('state_digest').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** What Meta gave, sealed; gone once the number has it. */
    accessToken: text('access_token'),
    /** Of the account, where it is known beforehand. */
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

/** An account that Meta announced and nobody here asked for (NUM-04): a row of the platform's own organisation, whose staff say whose it is. */
export const unclaimedAccounts = pgTable(
  'unclaimed_accounts',
  {
    tenantId: tenantId(),
    wabaId: text('waba_id').notNull(),
    ownerBusinessId: text('owner_business_id').notNull(),
    announcedAt: at('announced_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId] })],
)

/** What is wrong with a number, and since when. One that is mended stays, so that the same is not written about twice in a day. */
export const numberProblems = pgTable(
  'number_problems',
  {
    tenantId: tenantId(),
    numberId: uuid('number_id').notNull(),
    code: text().notNull(),
    /** What its sentence names. */
    detail: text(),
    since: at('since').notNull(),
    clearedAt: at('cleared_at'),
    mailedAt: at('mailed_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.numberId, t.code] })],
)

/** A webhook has no tenant: the one place where Meta's id of a number leads to its tenant. A reference table like user_phones. */
export const whatsappDirectory = pgTable('whatsapp_directory', {
  phoneNumberId: text('phone_number_id').primaryKey(),
  tenantId: tenantId(),
  numberId: uuid('number_id').notNull(),
})

/** A content that Meta has, by the number that brought it there: sent again within 29 days, it does not travel again (MEDIA-01). */
export const metaMedia = pgTable(
  'meta_media',
  {
    tenantId: tenantId(),
    numberId: uuid('number_id').notNull(),
    /** Under which name its bytes lie with us (files.stored_as). */
    content: text().notNull(),
    /** Meta's id; null: it refused the one that it had given, and gets the content again. */
    providerId: text('provider_id'),
    uploadedAt: at('uploaded_at').notNull(),
    /** The message with which it refused the id: for that message it is not brought there once more. */
    refusedFor: uuid('refused_for'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.numberId, t.content] })],
)

/** What the webhook brought, as it came, once; worked off in order per sender. */
export const whatsappEvents = pgTable(
  'whatsapp_events',
  {
    tenantId: tenantId(),
    numberId: uuid('number_id').notNull(),
    /** The channel's id of the message; of a reaction, which borrows one, also its time and emoji. */
    key: text().notNull(),
    /** `wish`: of a person, about marketing. `names`: by what somebody is known. `batch`: changes of a webhook that are too many to be taken apart while Meta waits. `past`: of what was before. `waiting`: a file or a name that is for something of it that has not come yet. */
    kind: text({ enum: ['message', 'echo', 'wish', 'names', 'batch', 'past', 'waiting'] }).notNull(),
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
