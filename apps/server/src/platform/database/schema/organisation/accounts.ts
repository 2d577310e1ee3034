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
    /** When the panel was last open, by the database's clock; null if never (realtime/presence.ts). */
    lastSeenAt: timestampColumn('last_seen_at'),
    /**
     * Position among the users who joined the organisation; 0 for a user who was there from the beginning. Messages from before count as
     * read.
     */
    joinNumber: integer('join_number').notNull().default(0),
    /** Kind of second factor that the user has. One writer updates it with the rows of `totp_secrets` and `passkeys`. */
    secondStep: text('second_step').$type<SecondStep>().notNull().default('none'),
    /** When the user requested a password reset link that could not be mailed; managers see this for a day. */
    resetAskedAt: timestampColumn('reset_asked_at'),
    /**
     * When somebody with the right password failed the second step on an unknown device. `stepRefusedFrom`: that device and its IP address.
     */
    stepRefusedAt: timestampColumn('step_refused_at'),
    stepRefusedFrom: text('step_refused_from'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    // Order of the list of users (features/users/people/list-people.ts).
    index('users_name').on(t.tenantId, sql`(prosa_fold("name") COLLATE "C")`, t.id),
    // For password reset requests by e-mail address.
    index('users_email').on(sql`lower(${t.email})`),
  ],
)

/** Users with an open socket, by process. Rows of a killed process remain and are recognised by their old `seenAt` (realtime/presence.ts). */
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
 * Maps a phone number to its user across all tenants, because the tenant is unknown at sign-in. Must be a reference table if the database
 * is distributed.
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
    /** SHA-256 of the previous refresh secret, which is accepted for a short time after the rotation. */
    previousHash: byteaColumn('previous_hash'),
    rotatedAt: timestampColumn('rotated_at'),
    remember: boolean().notNull().default(false),
    /** Whether the session ends after an hour without use, because 'Manter conectado' was not checked. */
    endsIdle: boolean('ends_idle').notNull().default(false),
    userAgent: text('user_agent'),
    ip: text(),
    createdAt: createdAt(),
    lastUsedAt: timestampColumn('last_used_at').notNull().defaultNow(),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** When the user last proved their identity for a sensitive action. */
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

/** Authenticator app of a user. Secrets are stored encrypted. */
export const totpSecrets = pgTable(
  'totp_secrets',
  {
    tenantId: tenantIdColumn(),
    userId: uuid('user_id').notNull(),
    /** Secret in use; null until a first code has confirmed it. */
    secret: text(),
    /** New secret that waits for the code that confirms it. */
    pending: text(),
    /** Last 30-second time step whose code was accepted; codes of this step and of earlier ones are rejected. */
    lastStep: integer('last_step'),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId] }), userForeignKey(t)],
)

/** Recovery codes for users who have lost their authenticator app. Stored as SHA-256: a code has 120 bits of entropy. */
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

/** Devices that skip the second step for a while. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    tenantId: tenantIdColumn(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the device's secret and the password's hash, so that a new password invalidates all trusted devices. */
    tokenHash: byteaColumn('token_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId, t.tokenHash] }), userForeignKey(t)],
)

/** Password reset links. A link is valid for half an hour, and for one use. */
export const passwordResets = pgTable(
  'password_resets',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the secret in the link. */
    tokenHash: byteaColumn('token_hash').notNull(),
    /** Name of the manager who made the link, of this organisation or of the platform; null if the user requested it. */
    madeBy: text('made_by'),
    /** Id of that manager. The link is valid only while the manager may manage the user. */
    makerId: uuid('maker_id'),
    createdAt: createdAt(),
    expiresAt: timestampColumn('expires_at').notNull(),
    /** When the mail server accepted the mail with the link. */
    sentAt: timestampColumn('sent_at'),
    /** When this link, or another one of the same user, was used, or when this link was withdrawn. */
    usedAt: timestampColumn('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('password_resets_token').on(t.tenantId, t.tokenHash),
    index('password_resets_user').on(t.tenantId, t.userId, t.createdAt),
    userForeignKey(t),
  ],
)

/** Invitations. `userId` is the id that the user gets on acceptance; no user has it before. */
export const invitations = pgTable(
  'invitations',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    email: text().notNull(),
    role: text().notNull(),
    /** SHA-256 of the secret in the link; a new link replaces it. */
    tokenHash: byteaColumn('token_hash').notNull(),
    invitedBy: uuid('invited_by').notNull(),
    expiresAt: timestampColumn('expires_at').notNull(),
    acceptedAt: timestampColumn('accepted_at'),
    /** How often the link's form was answered that another user has the phone number. */
    takenPhones: integer('taken_phones').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('invitations_token').on(t.tenantId, t.tokenHash),
    uniqueIndex('invitations_waiting').on(t.tenantId, t.email).where(sql`accepted_at IS NULL`),
  ],
)
