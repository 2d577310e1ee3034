import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, bytes, createdAt, updatedAt } from './columns.ts'
import { tenantId } from './tenants.ts'

export const users = pgTable(
  'users',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    phone: text().notNull(),
    name: text().notNull(),
    email: text(),
    role: text().notNull(),
    permissions: text().array(),
    passwordHash: text('password_hash').notNull(),
    active: boolean().notNull().default(true),
    /** The how-manieth who joined; 0: was here from the beginning. What was said before counts as read. */
    joinNumber: integer('join_number').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)

/** Sign-in has no tenant: the one place where a phone leads to its user. A reference table when the rest is distributed. */
export const userPhones = pgTable('user_phones', {
  phone: text().primaryKey(),
  tenantId: tenantId(),
  userId: uuid('user_id').notNull(),
})

export const sessions = pgTable(
  'sessions',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the refresh secret now valid. */
    refreshHash: bytes('refresh_hash').notNull(),
    /** The one before it, honoured for a short grace after the rotation. */
    previousHash: bytes('previous_hash'),
    rotatedAt: at('rotated_at'),
    remember: boolean().notNull().default(false),
    userAgent: text('user_agent'),
    ip: text(),
    createdAt: createdAt(),
    lastUsedAt: at('last_used_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
    endReason: text('end_reason'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('sessions_user').on(t.tenantId, t.userId),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)

/** An invitation not yet accepted has no user: `userId` is the id that the user will get. */
export const invitations = pgTable(
  'invitations',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    email: text().notNull(),
    role: text().notNull(),
    /** SHA-256 of the secret in the link; a new link replaces it. */
    tokenHash: bytes('token_hash').notNull(),
    invitedBy: uuid('invited_by').notNull(),
    expiresAt: at('expires_at').notNull(),
    acceptedAt: at('accepted_at'),
    /** How often this link was answered that a phone is another's. */
    takenPhones: integer('taken_phones').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('invitations_token').on(t.tenantId, t.tokenHash),
    uniqueIndex('invitations_waiting').on(t.tenantId, t.email).where(sql`accepted_at IS NULL`),
  ],
)
