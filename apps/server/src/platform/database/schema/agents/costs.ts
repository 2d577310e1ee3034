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

/**
 * Costs of single operations, such as a sent message or an agent's reply. Each cost is priced once, when the operation happens. Erasing a
 * lead removes the reference to the lead and keeps the amount.
 */
export const costs = pgTable(
  'costs',
  {
    tenantId: tenantIdColumn(),
    kind: text().$type<CostKind>().notNull(),
    /** Id of the message that caused the cost. If no message was stored, an id generated for the operation. */
    ref: text().notNull(),
    /** Cost in millionths of a real; null if the price is unknown. */
    microBrl: bigint('micro_brl', { mode: 'number' }),
    state: text().$type<CostState>().notNull(),
    leadId: uuid('lead_id'),
    conversationId: uuid('conversation_id'),
    agentId: uuid('agent_id'),
    version: integer(),
    numberId: uuid('number_id'),
    /** Whether an agent sent the message. False for messages that a user sent, or that the system sent on a user's behalf. */
    byAgent: boolean('by_agent').notNull().default(true),
    /** Time of the operation by the server's clock. Later reports about the operation do not change this time. */
    at: timestampColumn('at').notNull(),
    /** First day of the month whose free quota may cover the message; null if the message cannot be free. */
    freeMonth: date('free_month'),
    isFree: boolean('is_free').notNull().default(false),
    /** Price if the message is not free, in millionths of a real. */
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

/** An organisation's own prices, each valid from a given day. */
export const costRates = pgTable(
  'cost_rates',
  {
    tenantId: tenantIdColumn(),
    subject: text().$type<RateSubject>().notNull(),
    name: text().notNull(),
    validFrom: date('valid_from').notNull(),
    currency: text().$type<Currency>().notNull(),
    /** Price in millionths of the currency. For free messages, the number of free messages times a million. */
    micro: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.subject, t.name, t.validFrom] })],
)

/** Monthly budget of an organisation for its agents. */
export const costBudgets = pgTable('cost_budgets', {
  tenantId: tenantIdColumn().primaryKey(),
  /** Budget in millionths of a real; null for no limit. */
  microMonth: bigint('micro_month', { mode: 'number' }),
  atLimit: text('at_limit').$type<BudgetLimitAction>().notNull(),
  /** Budget state of which users were last notified. */
  told: text().$type<BudgetState>().notNull().default('under'),
  /** First day of the month of the last notification. */
  toldMonth: date('told_month'),
})

/** Amounts that Meta reports for a WhatsApp Business account and one day, for comparison with our recorded costs. */
export const metaBills = pgTable(
  'meta_bills',
  {
    tenantId: tenantIdColumn(),
    wabaId: text('waba_id').notNull(),
    from: timestampColumn('from_at').notNull(),
    to: timestampColumn('to_at').notNull(),
    /** Amount in millionths of a real; null if there is no exchange rate for the account's currency. */
    microBrl: bigint('micro_brl', { mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId, t.from] })],
)
