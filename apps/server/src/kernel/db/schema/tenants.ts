import type { AuditFilter } from '@prosa/contract/calls/audit'
import type { ActorKind, AuditAction, AuditFields, SubjectKind } from '@prosa/contract/entities/audit'
import type { DataExport, ExportFormat, ExportKind } from '@prosa/contract/entities/export'
import type { SecondStepRule } from '@prosa/contract/rules/second-step'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, updatedAt } from './columns.ts'

/**
 * Every tenant table's primary key starts with tenant_id, so that the schema can be distributed by tenant unchanged. Reference tables,
 * copied to every node then, are this one, user_phones and whatsapp_directory.
 */
export const tenants = pgTable('tenants', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  domain: text().notNull().unique(),
  active: boolean().notNull().default(true),
  /** Staff of this tenant manage every tenant. */
  platform: boolean().notNull().default(false),
  timezone: text().notNull().default('America/Sao_Paulo'),
  /** A manual message pauses the agent for that lead. */
  pauseOnManual: boolean('pause_on_manual').notNull().default(true),
  /** Leads without movement for so many months are erased; null: never. */
  retentionMonths: integer('retention_months'),
  /** What came and went as a file goes after so many months, however long its lead stays; null: with its lead. */
  fileMonths: integer('file_months'),
  /** Room for files in MB; null: as much as the installation gives everybody. */
  storageMb: integer('storage_mb'),
  /** Of whom a second step is required, from this day on by the organisation's clock. */
  secondStep: text('second_step').$type<SecondStepRule>().notNull().default('optional'),
  secondStepFrom: date('second_step_from', { mode: 'string' }),
  /** People who have joined by an invitation so far. */
  joins: integer().notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const tenantId = () =>
  uuid('tenant_id')
    .notNull()
    .references(() => tenants.id)

/**
 * Who did what (sign-ins, pauses, exports, erasures …): written by `audit()` only, and never changed. What tells an address is an access
 * record, cleared after 6 months; the label of a lead goes with the lead. `seq` and what follows it are the sealer's.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    tenantId: tenantId(),
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
    /** What was address and label stands in the chain as these digests; without its salt nobody guesses back what was cleared. */
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

/** The end of each organisation's chain, apart from the chain itself: where its tail was cut, this shows it. */
export const auditHeads = pgTable('audit_heads', {
  tenantId: tenantId().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
  sealedAt: at('sealed_at').notNull(),
})

/** Files that were asked for: each its asker's alone, and gone with its file after 24 hours. */
export const exports = pgTable(
  'exports',
  {
    tenantId: tenantId(),
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
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('exports_user').on(t.tenantId, t.userId, t.createdAt),
    uniqueIndex('exports_running').on(t.tenantId, t.userId).where(sql`state = 'running'`),
  ],
)
