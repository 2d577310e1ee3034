import type {
  BudgetLimitAction,
  BudgetState,
  CostKind,
  CostState,
  Currency,
  RateSubject,
} from '@prosa/contract/entities/reports/cost'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Costs of single operations, stored when they occur and priced once. Erasing a lead removes the reference to it and keeps the amount. */
export const costs = pgTable(
  'costs',
  {
    tenantId: tenantIdColumn(),
    kind: text().$type<CostKind>().notNull(),
    /** Id of the message that was sent, said or transcribed; of a turn without a message, the turn's own id. */
    ref: text().notNull(),
    /** Millionths of a real; null if the price is unknown. */
    microBrl: bigint('micro_brl', { mode: 'number' }),
    state: text().$type<CostState>().notNull(),
    leadId: uuid('lead_id'),
    conversationId: uuid('conversation_id'),
    agentId: uuid('agent_id'),
    version: integer(),
    numberId: uuid('number_id'),
    /** False for a message that a user sent, or the system on a user's behalf. */
    byAgent: boolean('by_agent').notNull().default(true),
    /** Time of the operation by the server's clock; later reports do not change it. */
    at: timestampColumn('at').notNull(),
    /** First day of the month to whose free messages it may belong; null if it cannot be free. */
    freeMonth: date('free_month'),
    isFree: boolean('is_free').notNull().default(false),
    /** Price if it is not free. */
    fullMicroBrl: bigint('full_micro_brl', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.kind, t.ref] }),
    index('costs_at').on(t.tenantId, t.at),
    index('costs_conversation').on(t.tenantId, t.conversationId),
    index('costs_lead').on(t.tenantId, t.leadId),
    index('costs_free').on(t.tenantId, t.numberId, t.freeMonth, t.at, t.ref).where(sql`${t.freeMonth} IS NOT NULL`),
  ],
)

/** An organisation's own prices, by the day from which they are valid. */
export const costRates = pgTable(
  'cost_rates',
  {
    tenantId: tenantIdColumn(),
    subject: text().$type<RateSubject>().notNull(),
    name: text().notNull(),
    validFrom: date('valid_from').notNull(),
    currency: text().$type<Currency>().notNull(),
    /** Millionths of the currency; for free messages, the price of one. */
    micro: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.subject, t.name, t.validFrom] })],
)

/** An organisation's monthly budget for its agents, and the state that was last reported. */
export const costBudgets = pgTable('cost_budgets', {
  tenantId: tenantIdColumn().primaryKey(),
  /** Millionths of a real; null for no limit. */
  microMonth: bigint('micro_month', { mode: 'number' }),
  atLimit: text('at_limit').$type<BudgetLimitAction>().notNull(),
  told: text().$type<BudgetState>().notNull().default('under'),
  /** First day of the month for which `told` was reported. */
  toldMonth: date('told_month'),
})

/** Amounts that Meta reports for an account per day of its own, for comparison with our costs. */
export const metaBills = pgTable(
  'meta_bills',
  {
    tenantId: tenantIdColumn(),
    wabaId: text('waba_id').notNull(),
    from: timestampColumn('from_at').notNull(),
    to: timestampColumn('to_at').notNull(),
    /** Millionths of a real; null if there is no exchange rate for the account's currency. */
    microBrl: bigint('micro_brl', { mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId, t.from] })],
)
