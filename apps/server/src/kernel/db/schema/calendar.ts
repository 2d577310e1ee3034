import { boolean, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { at, bytes, createdAt } from './columns.ts'
import { leads } from './conversations.ts'
import { tenantId } from './tenants.ts'

/** A user's way to Google and back, between the question and its answer: one at a time, bound to the session that began it. */
export const calendarFlows = pgTable(
  'calendar_flows',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    stateHash: bytes('state_hash').notNull(),
    /** PKCE verifier, sealed. */
    verifier: text().notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId] }),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)

/** Calendars that users have connected. */
export const calendarConnections = pgTable(
  'calendar_connections',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    email: text(),
    /** Sealed. */
    refreshToken: text('refresh_token').notNull(),
    authorizedAt: at('authorized_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId] }),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)

/** Meetings booked with leads, on whose calendar they stand and by whom. */
export const meetings = pgTable(
  'meetings',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    leadId: uuid('lead_id').notNull(),
    agentId: uuid('agent_id').notNull(),
    conversationId: uuid('conversation_id'),
    /** Whose calendar it stands in. */
    userId: uuid('user_id').notNull(),
    /** False when a person booked it. */
    bookedByAgent: boolean('booked_by_agent').notNull().default(false),
    externalId: text('external_id').notNull(),
    title: text().notNull(),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at').notNull(),
    createdAt: createdAt(),
    /** When it was called off; it is kept, and counts no more. */
    cancelledAt: at('cancelled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.leadId], foreignColumns: [leads.tenantId, leads.id] }),
    index('meetings_created').on(t.tenantId, t.createdAt),
  ],
)
