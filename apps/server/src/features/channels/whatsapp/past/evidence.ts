import type { NumberComparison, WhatsappNumber } from '@prosa/contract/entities/channel'
import type { Tx } from '../../../../kernel/db/database.ts'
import { ofTenant } from '../../../../kernel/db/of-tenant.ts'
import { whatsappComparisons, whatsappSyncs } from '../../../../kernel/db/schema/past.ts'
import { presentSync } from './syncs.ts'

type Evidence = Pick<WhatsappNumber, 'sync' | 'compared'>

/** Returns a function for the import state of each number, and for its comparison with Meta's history. */
export async function evidenceOf(tx: Tx, tenantId: string): Promise<(numberId: string) => Evidence> {
  const syncs = await tx.db.select().from(whatsappSyncs).where(ofTenant(whatsappSyncs, tenantId))
  const comparisons = await tx.db.select().from(whatsappComparisons).where(ofTenant(whatsappComparisons, tenantId))
  return (numberId) => {
    const sync = syncs.find((row) => row.numberId === numberId)
    const compared = comparisons.find((row) => row.numberId === numberId)
    return { ...(sync ? { sync: presentSync(sync) } : {}), ...(compared ? { compared: presentComparison(compared) } : {}) }
  }
}

/** Converts a row to the contract's format. */
const presentComparison = ({ at, ours, meta, missing }: typeof whatsappComparisons.$inferSelect): NumberComparison => ({
  at: at.toISOString(),
  ours,
  meta,
  missing,
})
