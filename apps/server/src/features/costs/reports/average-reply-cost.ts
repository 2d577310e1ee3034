import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { costs } from '../../../platform/database/schema/agents/costs.ts'

const SAMPLE_SIZE = 50

/** Returns the average cost of an agent's newest answers in millionths of a real. Returns null if no answer has a price above 0. */
export async function getAverageReplyCost(tx: Tx, tenantId: string, agentId: string): Promise<number | null> {
  const rows = await tx.db
    .select({ microBrl: costs.microBrl })
    .from(costs)
    .where(
      and(
        whereTenant(costs, tenantId),
        eq(costs.kind, 'model'),
        eq(costs.agentId, agentId),
        isNotNull(costs.microBrl),
        gt(costs.microBrl, 0),
      ),
    )
    .orderBy(desc(costs.at))
    .limit(SAMPLE_SIZE)
  if (rows.length === 0) return null
  return Math.round(rows.reduce((sum, { microBrl }) => sum + (microBrl ?? 0), 0) / rows.length)
}
