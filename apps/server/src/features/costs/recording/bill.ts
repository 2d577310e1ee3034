import type { CostSummary } from '@prosa/contract/entities/reports/cost'
import { and, eq, gte, lt, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { costs, metaBills } from '../../../platform/database/schema/agents/costs.ts'
import { whatsappNumbers } from '../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Period } from '../../../platform/dates/period.ts'
import type { AccountBill } from '../../../platform/external-services/whatsapp-api.ts'
import { toMicroBrl } from '../pricing/price.ts'
import { loadRatesForDay } from '../pricing/rates.ts'

/** Stores the amounts that Meta billed for a WhatsApp Business account. Replaces stored amounts of the same days. */
export async function storeBill(tx: Tx, tenantId: string, wabaId: string, { currency, periods }: AccountBill): Promise<void> {
  for (const { from, to, cost } of periods) {
    const knownCurrency = currency === 'BRL' || currency === 'USD' ? currency : null
    const microBrl = knownCurrency && toMicroBrl(await loadRatesForDay(tx, tenantId, from), cost, knownCurrency)
    await tx.db
      .insert(metaBills)
      .values({ tenantId, wabaId, from, to, microBrl })
      .onConflictDoUpdate({ target: [metaBills.tenantId, metaBills.wabaId, metaBills.from], set: { to, microBrl } })
  }
}

/**
 * Returns Meta's billed amounts of a period, and the costs that we recorded for the same hours and accounts (COST-08). Returns null if
 * nothing was billed in the period, or if an amount cannot be converted to reais.
 */
export async function compareBill(
  tx: Tx,
  tenantId: string,
  { from, to }: Pick<Period, 'from' | 'to'>,
): Promise<CostSummary['bill']> {
  const inPeriod = and(gte(metaBills.from, from), lte(metaBills.to, to))
  const [billSum] = await tx.db
    .select({
      meta: sql<string | null>`sum(${metaBills.microBrl})::text`,
      unpriced: sql<number>`(count(*) FILTER (WHERE ${metaBills.microBrl} IS NULL))::int`,
      first: sql<string | null>`min(${metaBills.from})::text`,
      last: sql<string | null>`max(${metaBills.to})::text`,
    })
    .from(metaBills)
    .where(whereTenant(metaBills, tenantId, inPeriod))
  if (!billSum?.first || !billSum.last || billSum.meta === null || billSum.unpriced > 0) return null
  const coveredDays = tx.db
    .select({ one: sql`1` })
    .from(metaBills)
    .innerJoin(whatsappNumbers, whereTenant(whatsappNumbers, metaBills.tenantId, eq(whatsappNumbers.wabaId, metaBills.wabaId)))
    .where(
      whereTenant(
        metaBills,
        costs.tenantId,
        inPeriod,
        eq(whatsappNumbers.id, costs.numberId),
        lte(metaBills.from, costs.at),
        sql`${metaBills.to} > ${costs.at}`,
      ),
    )
  const [recordedCosts] = await tx.db
    .select({ micro: sql<string>`COALESCE(sum(${costs.microBrl}), 0)::text` })
    .from(costs)
    .where(
      whereTenant(costs, tenantId, eq(costs.kind, 'meta'), gte(costs.at, from), lt(costs.at, to), sql`EXISTS ${coveredDays}`),
    )
  return {
    from: new Date(billSum.first).toISOString(),
    to: new Date(billSum.last).toISOString(),
    meta_micro_brl: Number(billSum.meta),
    ours_micro_brl: Number(recordedCosts?.micro ?? 0),
  }
}
