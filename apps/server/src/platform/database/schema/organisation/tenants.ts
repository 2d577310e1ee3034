import type { AuditFilter } from '@prosa/contract/calls/organisation/audit'
import type { ActorKind, AuditAction, AuditFields, SubjectKind } from '@prosa/contract/entities/organisation/audit'
import type { DataExport, ExportFormat, ExportKind } from '@prosa/contract/entities/reports/export'
import type { SecondStepRule } from '@prosa/contract/rules/accounts/second-step'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn, updatedAt } from '../columns.ts'

/**
 * The primary key of every tenant table starts with tenant_id, so that the schema can be distributed by tenant without change. Reference
 * tables, which would be copied to every node, are this one, user_phones and whatsapp_directory.
 */
export const tenants = pgTable('tenants', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  domain: text().notNull().unique(),
  active: boolean().notNull().default(true),
  /** Staff of this tenant manage all tenants. */
  platform: boolean().notNull().default(false),
  timezone: text().notNull().default('America/Sao_Paulo'),
  /** A message from a user pauses the agent for that lead. */
  pauseOnManual: boolean('pause_on_manual').notNull().default(true),
  /** Months without a message after which leads are erased; null for never. */
  retentionMonths: integer('retention_months'),
  /** Months after which files are deleted, even if the lead stays; null to delete them with the lead. */
  fileMonths: integer('file_months'),
  /** Storage quota for files in MB; null for the installation's default. */
  storageMb: integer('storage_mb'),
  /** Who must have a second factor, from this day on in the organisation's time zone. */
  secondStep: text('second_step').$type<SecondStepRule>().notNull().default('optional'),
  secondStepFrom: date('second_step_from', { mode: 'string' }),
  /** Number of users who have joined by an invitation. */
  joins: integer().notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const tenantIdColumn = () =>
  uuid('tenant_id')
    .notNull()
    .references(() => tenants.id)

/**
 * Audit log (sign-ins, pauses, exports, erasures …): written by `audit()` only, and never changed. IP address and user agent are access
 * records and are cleared after 6 months; the label of a lead is cleared when the lead is erased. `seq` and the columns after it are
 * written by the sealer.
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
    seq: bigint({ mode: 'number' }),
    prevHash: text('prev_hash'),
    hash: text(),
    /**
     * The hash chain contains these salted digests in place of address and label. Without the salt, cleared data cannot be guessed from its
     * digest.
     */
    addressSalt: text('address_salt'),
    addressDigest: text('address_digest'),
    labelSalt: text('label_salt'),
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

/** Last row of each organisation's chain, stored separately: it reveals that the end of the chain was deleted. */
export const auditHeads = pgTable('audit_heads', {
  tenantId: tenantIdColumn().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
  sealedAt: timestampColumn('sealed_at').notNull(),
})

/** Exports that users requested; each is visible to that user only and is deleted with its file after 24 hours. */
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
