import type { SecondStepRule } from '@prosa/contract/rules/second-step'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from './columns.ts'

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

/** Who did what (sign-ins, pauses, exports, erasures …); written, never changed; what tells an address (`ip`) is an access record, cleared after 6 months. */
export const auditLog = pgTable(
  'audit_log',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    userId: uuid('user_id'),
    action: text().notNull(),
    subject: text(),
    detail: jsonb(),
    ip: text(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), index('audit_log_created').on(t.tenantId, t.createdAt)],
)
