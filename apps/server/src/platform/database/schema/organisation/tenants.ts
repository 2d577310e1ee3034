import type { AuditFilter } from '@prosa/contract/calls/organisation/audit'
import type { ActorKind, AuditAction, AuditFields, SubjectKind } from '@prosa/contract/entities/organisation/audit'
import type { DataExport, ExportFormat, ExportKind } from '@prosa/contract/entities/reports/export'
import type { SecondStepRule } from '@prosa/contract/rules/accounts/second-step'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn, updatedAt } from '../columns.ts'

/**
 * Organisations (tenants). Every tenant table's primary key starts with tenant_id, so that the database can be distributed by tenant. Only
 * this table, user_phones and whatsapp_directory would be copied to every node.
 */
export const tenants = pgTable('tenants', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  domain: text().notNull().unique(),
  active: boolean().notNull().default(true),
  /** Whether this is the platform's own organisation, whose staff manage all organisations. */
  platform: boolean().notNull().default(false),
  timezone: text().notNull().default('America/Sao_Paulo'),
  /** Whether a message from a user pauses the agent for that lead. */
  pauseOnManual: boolean('pause_on_manual').notNull().default(true),
  /** Number of months without a message after which a lead is erased; null for never. */
  retentionMonths: integer('retention_months'),
  /** Number of months after which a lead's files are deleted. Null: files are deleted only with the lead. */
  fileMonths: integer('file_months'),
  /** Storage quota for files in MB; null for the server's default. */
  storageMb: integer('storage_mb'),
  /** Which users must have a second factor for sign-in. */
  secondStep: text('second_step').$type<SecondStepRule>().notNull().default('optional'),
  /** First day of the rule `secondStep`, in the organisation's time zone. */
  secondStepFrom: date('second_step_from', { mode: 'string' }),
  /** Number of users who have joined by invitation. */
  joins: integer().notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const tenantIdColumn = () =>
  uuid('tenant_id')
    .notNull()
    .references(() => tenants.id)

/**
 * Audit log of sign-ins, pauses, exports, erasures and other actions. Only `writeAuditEntry` inserts rows. Entries never change, but IP
 * addresses are cleared after 6 months and a lead's name when the lead is erased.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    actorKind: text('actor_kind').$type<ActorKind>().notNull(),
    actorId: uuid('user_id'),
    actorName: text('actor_name'),
    action: text().$type<AuditAction>().notNull(),
    subjectKind: text('subject_kind').$type<SubjectKind>(),
    subject: text(),
    subjectLabel: text('subject_label'),
    before: jsonb().$type<AuditFields>(),
    after: jsonb('detail').$type<AuditFields>(),
    ip: text(),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    /** Position in the hash chain. Null, like the columns below, until the entry is added to the chain. */
    seq: bigint({ mode: 'number' }),
    prevHash: text('prev_hash'),
    hash: text(),
    /** Salt of `addressDigest`. Cleared with the IP address: without the salt, the address cannot be guessed from the digest. */
    addressSalt: text('address_salt'),
    /** Salted hash of IP address and user agent, which the hash chain contains so that both can be cleared later. */
    addressDigest: text('address_digest'),
    /** Salt of `labelDigest`; cleared with `subjectLabel`. */
    labelSalt: text('label_salt'),
    /** Salted hash of `subjectLabel`, which the hash chain contains so that the label can be cleared later. */
    labelDigest: text('label_digest'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('audit_log_at').on(t.tenantId, t.createdAt, t.id),
    index('audit_log_actor').on(t.tenantId, t.actorId, t.createdAt, t.id),
    index('audit_log_subject').on(t.tenantId, t.subject, t.createdAt, t.id),
    index('audit_log_action').on(t.tenantId, t.action, t.createdAt, t.id),
    uniqueIndex('audit_log_seq').on(t.tenantId, t.seq),
    index('audit_log_unsealed').on(t.tenantId, t.createdAt).where(sql`seq IS NULL`),
  ],
)

/** Last entry of each organisation's audit hash chain, by which the deletion of the newest entries is detected. */
export const auditHeads = pgTable('audit_heads', {
  tenantId: tenantIdColumn().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
  sealedAt: timestampColumn('sealed_at').notNull(),
})

/** Data exports that users requested. Only the requesting user can see an export. Export and file are deleted after 24 hours. */
export const exports = pgTable(
  'exports',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    kind: text().$type<ExportKind>().notNull(),
    format: text().$type<ExportFormat>().notNull(),
    filter: jsonb().$type<AuditFilter>().notNull(),
    filename: text().notNull(),
    state: text().$type<DataExport['state']>().notNull(),
    reason: text(),
    rows: integer(),
    size: bigint({ mode: 'number' }),
    createdAt: createdAt(),
    expiresAt: timestampColumn('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('exports_user').on(t.tenantId, t.userId, t.createdAt),
    uniqueIndex('exports_running').on(t.tenantId, t.userId).where(sql`state = 'running'`),
  ],
)
