import type { MessageCountComparison, WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappComparisons, whatsappSyncs } from '../../../../platform/database/schema/whatsapp/imported-history.ts'
import { presentHistorySync } from './history-syncs.ts'

type NumberSyncState = Pick<WhatsappNumber, 'sync' | 'compared'>

/** Returns a function for the import state of each number, and for its comparison with Meta's history. */
export async function loadSyncStates(tx: Tx, tenantId: string): Promise<(numberId: string) => NumberSyncState> {
  const syncs = await tx.db.select().from(whatsappSyncs).where(whereTenant(whatsappSyncs, tenantId))
  const comparisons = await tx.db.select().from(whatsappComparisons).where(whereTenant(whatsappComparisons, tenantId))
  return (numberId) => {
    const sync = syncs.find((row) => row.numberId === numberId)
    const compared = comparisons.find((row) => row.numberId === numberId)
    return { ...(sync ? { sync: presentHistorySync(sync) } : {}), ...(compared ? { compared: presentComparison(compared) } : {}) }
  }
}

/** Converts a row to the contract's format. */
const presentComparison = ({ at, ours, meta, missing }: typeof whatsappComparisons.$inferSelect): MessageCountComparison => ({
  at: at.toISOString(),
  ours,
  meta,
  missing,
})
