import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { costs } from '../../../platform/database/schema/agents/costs.ts'
import type { MetaCharge } from '../ports.ts'
import { isAfterPaidMessage, lockFreeMonth, markFreeMessages } from '../pricing/free-messages.ts'
import { FREE_QUOTA_CATEGORY, findRate, getMessagePrice } from '../pricing/price.ts'
import { loadRatesForDay } from '../pricing/rates.ts'
import { findMessageAttribution } from './cost-attribution.ts'

const whereMessage = (tenantId: string, messageId: string) =>
  whereTenant(costs, tenantId, eq(costs.kind, 'meta'), eq(costs.ref, messageId))

/** Returns the price of a sent message in millionths of a real. Returns null if unknown. */
export async function getMessageCharge(tx: Tx, tenantId: string, messageId: string): Promise<number | null> {
  const [row] = await tx.db.select({ microBrl: costs.microBrl }).from(costs).where(whereMessage(tenantId, messageId))
  return row?.microBrl ?? null
}

/**
 * Stores the price of a sent message: an estimate before delivery, the final price after it, and 0 if delivery failed. Uses the prices of
 * the day of sending, so that late or repeated status reports do not change the price (COST-01).
 */
export async function chargeMessage(tx: Tx, charge: MetaCharge): Promise<void> {
  const { tenantId, messageId: ref, numberId, deliveryResult } = charge
  const attribution = await findMessageAttribution(tx, tenantId, ref)
  if (!attribution) return
  const prices = await loadRatesForDay(tx, tenantId, attribution.at)
  const { microBrl, isQuotaEligible } = getMessagePrice(prices, charge)
  const month = { tenantId, numberId, month: `${prices.day.slice(0, 7)}-01` }
  const freeMessageCount = Math.floor(findRate({ ...prices, day: month.month }, 'free_messages')?.price ?? 0)
  // Only this price category has free messages. Other messages need no lock.
  if (charge.category === FREE_QUOTA_CATEGORY) await lockFreeMonth(tx, month)
  const [storedCost] = await tx.db
    .select({ freeMonth: costs.freeMonth, isFree: costs.isFree })
    .from(costs)
    .where(whereMessage(tenantId, ref))
  const isCounted = isQuotaEligible && deliveryResult !== 'failed'
  const isFree = isCounted && (storedCost?.isFree ?? false)
  const costValues = {
    microBrl: deliveryResult === 'failed' || isFree ? 0 : microBrl,
    fullMicroBrl: microBrl,
    state: deliveryResult === 'sent' ? ('estimated' as const) : ('final' as const),
    numberId,
    freeMonth: isCounted ? month.month : null,
    isFree,
  }
  await tx.db
    .insert(costs)
    .values({ tenantId, kind: 'meta', ref, ...attribution, ...costValues })
    .onConflictDoUpdate({ target: [costs.tenantId, costs.kind, costs.ref], set: costValues })
  const freeMessageMonth = { ...month, freeMessageCount }
  const hasQuotaChanged = isCounted
    ? storedCost?.freeMonth == null && !(await isAfterPaidMessage(tx, freeMessageMonth, { at: attribution.at, ref }))
    : storedCost?.isFree
  if (hasQuotaChanged) await markFreeMessages(tx, freeMessageMonth)
}
