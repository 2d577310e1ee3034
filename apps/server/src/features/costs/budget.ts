import { TZDate } from '@date-fns/tz'
import type { Budget, BudgetLimit, BudgetState } from '@prosa/contract/entities/reports/cost'
import { format } from 'date-fns/format'
import { startOfMonth } from 'date-fns/startOfMonth'
import { eq, gte, sql } from 'drizzle-orm'
import type { Identity } from '../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { costBudgets, costs } from '../../platform/database/schema/agents/costs.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { ReachedLimit } from './ports.ts'
import { MICROS_PER_REAL } from './pricing/price.ts'
import { COST_SUM_COLUMNS, toCostSum } from './reports/cost-sum.ts'

/** Fraction of the monthly limit from which users are warned. */
const NEAR_LIMIT_RATIO = 0.8

type StoredBudget = Pick<typeof costBudgets.$inferSelect, 'microMonth' | 'atLimit'>

const NO_BUDGET: StoredBudget = { microMonth: null, atLimit: 'save' }

async function findBudget(tx: Tx, tenantId: string): Promise<StoredBudget> {
  const [row] = await tx.db.select().from(costBudgets).where(whereTenant(costBudgets, tenantId))
  return row ?? NO_BUDGET
}

/** Returns an organisation's monthly limit and its agents' costs in the current month. Months start in the organisation's time zone. */
export async function loadBudget(tx: Tx, tenantId: string, now: Date): Promise<Budget> {
  return computeBudget(tx, tenantId, now, await findBudget(tx, tenantId))
}

async function computeBudget(tx: Tx, tenantId: string, now: Date, { microMonth, atLimit }: StoredBudget): Promise<Budget> {
  const [tenant] = await tx.db.select({ timezone: tenants.timezone }).from(tenants).where(eq(tenants.id, tenantId))
  const first = startOfMonth(new TZDate(now, tenant?.timezone ?? 'UTC'))
  const [sumRow] = await tx.db
    .select(COST_SUM_COLUMNS)
    .from(costs)
    .where(whereTenant(costs, tenantId, eq(costs.byAgent, true), gte(costs.at, new Date(first.getTime()))))
  const spent = toCostSum(sumRow)
  return {
    brl_month: microMonth === null ? null : microMonth / MICROS_PER_REAL,
    at_limit: atLimit,
    month: format(first, 'yyyy-MM'),
    spent,
    state: getBudgetState(spent.micro_brl, microMonth),
  }
}

function getBudgetState(micro: number, limit: number | null): BudgetState {
  if (limit === null || micro < limit * NEAR_LIMIT_RATIO) return 'under'
  return micro < limit ? 'near' : 'reached'
}

/** Changes the monthly limit. Notifies clients if this changes the budget state, for example from 'under' to 'near'. */
export async function setBudget(tx: Tx, identity: Identity, newLimit: BudgetLimit, now: Date): Promise<Budget> {
  const { tenantId } = identity
  const before = await findBudget(tx, tenantId)
  const storedBudget = {
    microMonth: newLimit.brl_month === null ? null : Math.round(newLimit.brl_month * MICROS_PER_REAL),
    atLimit: newLimit.at_limit,
  }
  await tx.db
    .insert(costBudgets)
    .values({ tenantId, ...storedBudget })
    .onConflictDoUpdate({ target: costBudgets.tenantId, set: storedBudget })
  const toAuditFields = ({ microMonth, atLimit }: StoredBudget) => ({
    brl_month: microMonth === null ? null : microMonth / MICROS_PER_REAL,
    at_limit: atLimit,
  })
  await writeAuditEntry(tx, {
    tenantId,
    actor: toAuditActor(identity),
    action: 'costs.budget_changed',
    before: toAuditFields(before),
    after: toAuditFields(storedBudget),
  })
  const budget = await computeBudget(tx, tenantId, now, storedBudget)
  await emitBudgetChange(tx, tenantId, budget)
  return budget
}

/**
 * Notifies clients if the budget state has changed since the last notification. The condition is part of the UPDATE, so that only one
 * process notifies.
 */
async function emitBudgetChange(tx: Tx, tenantId: string, { state, month }: Budget): Promise<void> {
  const { told, toldMonth } = costBudgets
  const first = `${month}-01`
  const changedRows = await tx.db
    .update(costBudgets)
    .set({ told: state, toldMonth: first })
    .where(whereTenant(costBudgets, tenantId, sql`(${told}, ${toldMonth}) IS DISTINCT FROM (${state}, ${first}::date)`))
    .returning({ tenantId: costBudgets.tenantId })
  if (changedRows.length > 0) tx.emit({ name: 'budget.moved', payload: { tenantId, state } })
}

/**
 * Returns the monthly limit if the organisation's agents have reached it, otherwise null. Called before each answer of an agent. Also
 * notifies clients of a changed budget state (COST-05).
 */
export async function getReachedLimit(tx: Tx, tenantId: string, now: Date): Promise<ReachedLimit | null> {
  const storedBudget = await findBudget(tx, tenantId)
  if (storedBudget.microMonth === null) return null
  const budget = await computeBudget(tx, tenantId, now, storedBudget)
  await emitBudgetChange(tx, tenantId, budget)
  return budget.state === 'reached' ? { atLimit: storedBudget.atLimit, brl: storedBudget.microMonth / MICROS_PER_REAL } : null
}
