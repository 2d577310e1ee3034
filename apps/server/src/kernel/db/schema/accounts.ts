import type { SecondStep } from '@prosa/contract/rules/second-step'
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
    /** When the panel was last open, by the database's clock; null: never (kernel/presence.ts). */
    lastSeenAt: at('last_seen_at'),
    /** The how-manieth who joined; 0: was here from the beginning. What was said before counts as read. */
    joinNumber: integer('join_number').notNull().default(0),
    /** What there is of a second step; follows the rows of `totp_secrets` and `passkeys`, by one writer. */
    secondStep: text('second_step').$type<SecondStep>().notNull().default('none'),
    /** When the person asked for a link to a new password that no mail could bring; a manager sees it for a day. */
    resetAskedAt: at('reset_asked_at'),
    /** When somebody who had the password failed at the second step on a device that is not known, and on which device, from which address. */
    stepRefusedAt: at('step_refused_at'),
    stepRefusedFrom: text('step_refused_from'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    // As the list of people is walked (features/users/list-people.ts).
    index('users_name').on(t.tenantId, sql`(prosa_fold("name") COLLATE "C")`, t.id),
    // By which a forgotten password is asked for.
    index('users_email').on(sql`lower(${t.email})`),
  ],
)

/** Who has a socket, at which process. Of one that was killed rows stay behind, which its silence tells (kernel/presence.ts). */
export const presences = pgTable(
  'presences',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    processId: uuid('process_id').notNull(),
    /** When the process last said so, by the database's clock. */
    seenAt: at('seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId, t.processId] }),
    index('presences_process').on(t.processId),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
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
    /** Ends after an hour without use: 'Manter conectado' was not checked. */
    endsIdle: boolean('ends_idle').notNull().default(false),
    userAgent: text('user_agent'),
    ip: text(),
    createdAt: createdAt(),
    lastUsedAt: at('last_used_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** When its user last proved who it is, before something grave. */
    confirmedAt: at('confirmed_at'),
    endedAt: at('ended_at'),
    endReason: text('end_reason'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('sessions_user').on(t.tenantId, t.userId),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)

const ofUser = (t: { tenantId: AnyPgColumn; userId: AnyPgColumn }) =>
  foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] })

/** A person's app of codes. Secrets rest sealed. */
export const totpSecrets = pgTable(
  'totp_secrets',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    /** In use; null until a first code has confirmed it. */
    secret: text(),
    /** Handed out, and waiting for the code that confirms it. */
    pending: text(),
    /** The 30 seconds whose code was accepted last: it, and those before it, are no good any more. */
    lastStep: integer('last_step'),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId] }), ofUser(t)],
)

/** Codes for a person who has lost the app. Hashed by SHA-256: each has 120 bits of entropy (80 in those of earlier versions). */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    codeHash: bytes('code_hash').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId, t.codeHash] }), ofUser(t)],
)

export const passkeys = pgTable(
  'passkeys',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    name: text().notNull(),
    /** WebAuthn's own id of it, base64url. */
    credentialId: text('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    /** How often the authenticator says it was used: one that goes back is a copy. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    createdAt: createdAt(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('passkeys_credential').on(t.tenantId, t.credentialId),
    index('passkeys_user').on(t.tenantId, t.userId),
    ofUser(t),
  ],
)

/** Devices on which the second step is not asked for again for a while. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the device's secret and the password's hash: a new password ends every trust. */
    tokenHash: bytes('token_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.userId, t.tokenHash] }), ofUser(t)],
)

/** Links to a new password. One works for half an hour, and once. */
export const passwordResets = pgTable(
  'password_resets',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the secret in the link. */
    tokenHash: bytes('token_hash').notNull(),
    /** Name of the manager who made it, of this organisation or the platform's; null: the person asked for it. */
    madeBy: text('made_by'),
    /** Id of that manager, without whose right the link opens nothing. */
    makerId: uuid('maker_id'),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
    /** When the mail with it was taken. */
    sentAt: at('sent_at'),
    /** When it, or another one of the same person, was used, or it was withdrawn. */
    usedAt: at('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('password_resets_token').on(t.tenantId, t.tokenHash),
    index('password_resets_user').on(t.tenantId, t.userId, t.createdAt),
    ofUser(t),
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
