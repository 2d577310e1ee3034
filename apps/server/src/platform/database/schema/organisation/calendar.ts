import { boolean, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { byteaColumn, createdAt, timestampColumn } from '../columns.ts'
import { leads } from '../conversations/conversations.ts'
import { users } from './accounts.ts'
import { tenantIdColumn } from './tenants.ts'

/** Authorizations of Google calendars that are in progress. At most one for each user; only the session that started it can complete it. */
export const calendarFlows = pgTable(
  'calendar_flows',
  {
    tenantId: tenantIdColumn(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    stateHash: byteaColumn('state_hash').notNull(),
    /** PKCE verifier, encrypted. */
    verifier: text().notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId] }),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)

export const calendarConnections = pgTable(
  'calendar_connections',
  {
    tenantId: tenantIdColumn(),
    userId: uuid('user_id').notNull(),
    email: text(),
    /** Google's refresh token, encrypted. */
    refreshToken: text('refresh_token').notNull(),
    authorizedAt: timestampColumn('authorized_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId] }),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)

export const meetings = pgTable(
  'meetings',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    leadId: uuid('lead_id').notNull(),
    agentId: uuid('agent_id').notNull(),
    conversationId: uuid('conversation_id'),
    /** User whose calendar contains the meeting. */
    userId: uuid('user_id').notNull(),
    /** Whether an agent booked the meeting; false if a user did. */
    bookedByAgent: boolean('booked_by_agent').notNull().default(false),
    externalId: text('external_id').notNull(),
    /** Hash of the request from whose idempotency key `id` was derived; null without a key (http/calls/idempotency-key.ts). */
    requestHash: text('request_hash'),
    title: text().notNull(),
    startsAt: timestampColumn('starts_at').notNull(),
    endsAt: timestampColumn('ends_at').notNull(),
    createdAt: createdAt(),
    /** Time of the cancellation; null if not cancelled. Cancelled meetings stay stored, but are not counted. */
    cancelledAt: timestampColumn('cancelled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.leadId], foreignColumns: [leads.tenantId, leads.id] }),
    index('meetings_created').on(t.tenantId, t.createdAt),
  ],
)
