import type { MessageCountComparison, WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappComparisons, whatsappSyncs } from '../../../../platform/database/schema/whatsapp/imported-history.ts'
import { presentHistorySync } from './history-syncs.ts'

type NumberSyncState = Pick<WhatsappNumber, 'sync' | 'compared'>

/** Loads the history imports and message comparisons of all WhatsApp numbers. Returns a function that returns those of one number. */
export async function loadSyncStates(tx: Tx, tenantId: string): Promise<(numberId: string) => NumberSyncState> {
  const syncs = await tx.db.select().from(whatsappSyncs).where(whereTenant(whatsappSyncs, tenantId))
  const comparisons = await tx.db.select().from(whatsappComparisons).where(whereTenant(whatsappComparisons, tenantId))
  return (numberId) => {
    const sync = syncs.find((row) => row.numberId === numberId)
    const compared = comparisons.find((row) => row.numberId === numberId)
    return { ...(sync ? { sync: presentHistorySync(sync) } : {}), ...(compared ? { compared: presentComparison(compared) } : {}) }
  }
}

/** Converts a comparison of our message count with Meta's to the API format. */
const presentComparison = ({ at, ours, meta, missing }: typeof whatsappComparisons.$inferSelect): MessageCountComparison => ({
  at: at.toISOString(),
  ours,
  meta,
  missing,
})
