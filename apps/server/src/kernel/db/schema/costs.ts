import type { AtLimit, BudgetState, CostKind, CostState, Currency, RateSubject } from '@prosa/contract/entities/cost'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'
import { tenantId } from './tenants.ts'

/** What something cost, written with its cause and priced once. Erasing a lead cuts its link and leaves the sum. */
export const costs = pgTable(
  'costs',
  {
    tenantId: tenantId(),
    kind: text().$type<CostKind>().notNull(),
    /** The message that was sent, said or transcribed; of a turn without one its own id. */
    ref: text().notNull(),
    /** Millionths of a real; null: nobody knows the price. */
    microBrl: bigint('micro_brl', { mode: 'number' }),
    state: text().$type<CostState>().notNull(),
    leadId: uuid('lead_id'),
    conversationId: uuid('conversation_id'),
    agentId: uuid('agent_id'),
    version: integer(),
    numberId: uuid('number_id'),
    /** False: a message that a person sent, or the system for one. */
    byAgent: boolean('by_agent').notNull().default(true),
    /** When its cause happened, by our clock: what is told of it later, and in what order, moves nothing. */
    at: at('at').notNull(),
    /** The first day of the month whose free messages it may be one of; null: it is none of those. */
    freeMonth: date('free_month'),
    isFree: boolean('is_free').notNull().default(false),
    /** What it costs where it is not free. */
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

/** An organisation's own prices, by the day from which they hold. */
export const costRates = pgTable(
  'cost_rates',
  {
    tenantId: tenantId(),
    subject: text().$type<RateSubject>().notNull(),
    name: text().notNull(),
    validFrom: date('valid_from').notNull(),
    currency: text().$type<Currency>().notNull(),
    /** Millionths of the currency; of free messages, of one. */
    micro: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.subject, t.name, t.validFrom] })],
)

/** What an organisation's agents may cost in a month, and what was told of it last. */
export const costBudgets = pgTable('cost_budgets', {
  tenantId: tenantId().primaryKey(),
  /** Millionths of a real; null: as much as they do. */
  microMonth: bigint('micro_month', { mode: 'number' }),
  atLimit: text('at_limit').$type<AtLimit>().notNull(),
  told: text().$type<BudgetState>().notNull().default('under'),
  /** The first day of the month of which it was told. */
  toldMonth: date('told_month'),
})

/** What Meta says that an account cost in a day of its own, beside which ours is held. */
export const metaBills = pgTable(
  'meta_bills',
  {
    tenantId: tenantId(),
    wabaId: text('waba_id').notNull(),
    from: at('from_at').notNull(),
    to: at('to_at').notNull(),
    /** Millionths of a real; null: the account's currency has no price here. */
    microBrl: bigint('micro_brl', { mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId, t.from] })],
)
