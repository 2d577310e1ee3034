import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { files } from '../../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { FileRow } from '../ports.ts'

/**
 * Seconds after which a claim expires, because its process must have crashed. An inspection takes less time, because its longest steps have
 * time limits.
 */
const CLAIM_SECONDS = 120
/** Number of inspections of one file that may crash their process. After that, the file is refused without another inspection. */
const MAX_LOST_INSPECTIONS = 5

type ClaimDeps = Pick<Deps, 'db'>

const receivingFileCondition = ({ tenantId, id }: FileRow) =>
  whereTenant(files, tenantId, eq(files.id, id), eq(files.state, 'receiving'))

/**
 * Claims a file for an inspection, so that no two inspections of it run at once. Uses the database's clock, which all servers share.
 * @returns `busy` if another inspection runs or the file already has a verdict; `lost` if five earlier inspections never ended
 */
export async function claimInspection({ db }: ClaimDeps, row: FileRow): Promise<'claimed' | 'busy' | 'lost'> {
  const isUnclaimed = or(isNull(files.inspectedUntil), sql`${files.inspectedUntil} < clock_timestamp()`)
  const [claimedRow] = await db.tenant(row.tenantId, (tx) =>
    tx.db
      .update(files)
      .set({
        inspectedUntil: sql`clock_timestamp() + ${CLAIM_SECONDS} * interval '1 second'`,
        inspections: sql`${files.inspections} + 1`,
      })
      .where(and(receivingFileCondition(row), isUnclaimed))
      .returning({ inspections: files.inspections }),
  )
  if (!claimedRow) return 'busy'
  return claimedRow.inspections > MAX_LOST_INSPECTIONS ? 'lost' : 'claimed'
}

/**
 * Releases the claim of an inspection that ended without a verdict. The next request about the file then starts another inspection.
 */
export async function releaseInspection({ db }: ClaimDeps, row: FileRow): Promise<void> {
  await db.tenant(row.tenantId, (tx) =>
    tx.db
      .update(files)
      .set({ inspectedUntil: null, inspections: sql`greatest(${files.inspections} - 1, 0)` })
      .where(receivingFileCondition(row)),
  )
}
