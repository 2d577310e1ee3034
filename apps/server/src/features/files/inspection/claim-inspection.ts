import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { files } from '../../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { FileRow } from '../ports.ts'

/** Seconds after which a claim expires. Longer than any inspection can take, so an expired claim means that its process crashed. */
const CLAIM_SECONDS = 120
/** Maximum number of crashed inspections of one file. After that, the file is refused without another inspection. */
const MAX_LOST_INSPECTIONS = 5

type ClaimDeps = Pick<Deps, 'db'>

const receivingFileCondition = ({ tenantId, id }: FileRow) =>
  whereTenant(files, tenantId, eq(files.id, id), eq(files.state, 'receiving'))

/**
 * Claims a file for an inspection, so that no two servers inspect the same file at once. Uses the clock of the database, which all servers
 * share.
 * @returns `busy` if another inspection runs or has already ended; `lost` if five earlier inspections crashed
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

/** Releases the claim after an inspection without a result. The next request for the file then starts another inspection. */
export async function releaseInspection({ db }: ClaimDeps, row: FileRow): Promise<void> {
  await db.tenant(row.tenantId, (tx) =>
    tx.db
      .update(files)
      .set({ inspectedUntil: null, inspections: sql`greatest(${files.inspections} - 1, 0)` })
      .where(receivingFileCondition(row)),
  )
}
