import type { SecondStep } from '@prosa/contract/rules/accounts/second-step'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { byteaColumn, createdAt, timestampColumn, updatedAt } from '../columns.ts'
import { tenantIdColumn } from './tenants.ts'

export const users = pgTable(
  'users',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    phone: text().notNull(),
    name: text().notNull(),
    email: text(),
    role: text().notNull(),
    permissions: text().array(),
    passwordHash: text('password_hash').notNull(),
    active: boolean().notNull().default(true),
    /** When the user last had the panel open, by the database's clock; null if never (realtime/presence.ts). */
    lastSeenAt: timestampColumn('last_seen_at'),
    /** Position among the users who joined by invitation; 0 for the first users. Messages from before the user joined count as read. */
    joinNumber: integer('join_number').notNull().default(0),
    /** Kind of the user's second factor. Must be written in the same transaction as `totp_secrets` and `passkeys`. */
    secondStep: text('second_step').$type<SecondStep>().notNull().default('none'),
    /** When the user requested a password reset link that could not be mailed. Managers see this for a day. */
    resetAskedAt: timestampColumn('reset_asked_at'),
    /** When someone entered the right password on an unknown device and failed the second step of sign-in. */
    stepRefusedAt: timestampColumn('step_refused_at'),
    /** Device and IP address of the sign-in at `stepRefusedAt`. */
    stepRefusedFrom: text('step_refused_from'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    // For the order of the user list (features/users/people/list-people.ts).
    index('users_name').on(t.tenantId, sql`(prosa_fold("name") COLLATE "C")`, t.id),
    // For password reset requests by e-mail address.
    index('users_email').on(sql`lower(${t.email})`),
  ],
)

/**
 * Users with an open socket, one row for each server process. Rows of a crashed process stay and are recognised by their old `seenAt`
 * (realtime/presence.ts).
 */
export const presences = pgTable(
  'presences',
  {
    tenantId: tenantIdColumn(),
    userId: uuid('user_id').notNull(),
    processId: uuid('process_id').notNull(),
    /** When the process last updated the row, by the database's clock. */
    seenAt: timestampColumn('seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId, t.processId] }),
    index('presences_process').on(t.processId),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)

/**
 * Maps a phone number to its user across all tenants, because the tenant is unknown at sign-in. If the database is distributed, this table
 * must be copied to every node.
 */
export const userPhones = pgTable('user_phones', {
  phone: text().primaryKey(),
  tenantId: tenantIdColumn(),
  userId: uuid('user_id').notNull(),
})

export const sessions = pgTable(
  'sessions',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the current refresh secret. */
    refreshHash: byteaColumn('refresh_hash').notNull(),
    /** SHA-256 of the previous refresh secret, which is still accepted for a short time after the rotation. */
    previousHash: byteaColumn('previous_hash'),
    rotatedAt: timestampColumn('rotated_at'),
    remember: boolean().notNull().default(false),
    /** Whether the session ends after an hour without use. True if the user did not check 'Manter conectado'. */
    endsIdle: boolean('ends_idle').notNull().default(false),
    userAgent: text('user_agent'),
    ip: text(),
    createdAt: createdAt(),
    lastUsedAt: timestampColumn('last_used_at').notNull().defaultNow(),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** When the user last confirmed their identity for a sensitive operation; null if never. */
    confirmedAt: timestampColumn('confirmed_at'),
    endedAt: timestampColumn('ended_at'),
    endReason: text('end_reason'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('sessions_user').on(t.tenantId, t.userId),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)

const userForeignKey = (t: { tenantId: AnyPgColumn; userId: AnyPgColumn }) =>
  foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] })

/** Secrets of users' authenticator apps, stored encrypted. */
export const totpSecrets = pgTable(
  'totp_secrets',
  {
    tenantId: tenantIdColumn(),
    userId: uuid('user_id').notNull(),
    /** The confirmed secret; null until the user has entered a first code. */
    secret: text(),
    /** A new secret that the user has not confirmed with a code yet. */
    pending: text(),
    /** Last 30-second time step of which a code was accepted. Codes of this and earlier steps are rejected. */
    lastStep: integer('last_step'),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId] }), userForeignKey(t)],
)

/**
 * Recovery codes for users who have lost their authenticator app, stored as SHA-256. A fast hash is enough, because a code has 120 bits of
 * entropy.
 */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    tenantId: tenantIdColumn(),
    userId: uuid('user_id').notNull(),
    codeHash: byteaColumn('code_hash').notNull(),
    usedAt: timestampColumn('used_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId, t.codeHash] }), userForeignKey(t)],
)

export const passkeys = pgTable(
  'passkeys',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    name: text().notNull(),
    /** WebAuthn credential id, in base64url. */
    credentialId: text('credential_id').notNull(),
    publicKey: byteaColumn('public_key').notNull(),
    /** Signature counter of the authenticator: a decrease indicates a cloned authenticator. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestampColumn('last_used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('passkeys_credential').on(t.tenantId, t.credentialId),
    index('passkeys_user').on(t.tenantId, t.userId),
    userForeignKey(t),
  ],
)

/** Devices on which a user skips the second step of sign-in until the entry expires. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    tenantId: tenantIdColumn(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the device's secret and the password's hash, so that changing the password invalidates all trusted devices. */
    tokenHash: byteaColumn('token_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId, t.tokenHash] }), userForeignKey(t)],
)

/** Password reset links. A link is valid for half an hour and for one use. */
export const passwordResets = pgTable(
  'password_resets',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the secret in the link. */
    tokenHash: byteaColumn('token_hash').notNull(),
    /** Name of the manager who created the link, who may belong to the platform's organisation. Null if the user requested the link. */
    madeBy: text('made_by'),
    /** Id of the manager who created the link. The link is valid only while that manager may manage the user. */
    makerId: uuid('maker_id'),
    createdAt: createdAt(),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** When the mail server accepted the mail with the link; null if it was not mailed. */
    sentAt: timestampColumn('sent_at'),
    /** When the link became invalid: a link of the user was used, or this link was withdrawn. */
    usedAt: timestampColumn('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('password_resets_token').on(t.tenantId, t.tokenHash),
    index('password_resets_user').on(t.tenantId, t.userId, t.createdAt),
    userForeignKey(t),
  ],
)

/** Invitations to join an organisation. */
export const invitations = pgTable(
  'invitations',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    /** Id that the new user gets when they accept the invitation. */
    userId: uuid('user_id').notNull(),
    email: text().notNull(),
    role: text().notNull(),
    /** SHA-256 of the secret in the link. A new link replaces this hash. */
    tokenHash: byteaColumn('token_hash').notNull(),
    invitedBy: uuid('invited_by').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
    acceptedAt: timestampColumn('accepted_at'),
    /** Number of attempts to accept with a phone number that another user has. The number of such attempts is limited. */
    takenPhones: integer('taken_phones').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('invitations_token').on(t.tenantId, t.tokenHash),
    uniqueIndex('invitations_waiting').on(t.tenantId, t.email).where(sql`accepted_at IS NULL`),
  ],
)
