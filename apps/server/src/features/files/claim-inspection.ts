import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { files } from '../../kernel/db/schema/files.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { FileRow } from './ports.ts'

/** Seconds after which a claim ends by itself, because its process has died. An inspection takes less: its longest steps have deadlines. */
const CLAIM_SECONDS = 120
/** Inspections that may take their process with them before the file is refused without another. */
const MAX_LOST_INSPECTIONS = 5

type ClaimDeps = Pick<Deps, 'db'>

const receiving = ({ tenantId, id }: FileRow) => ofTenant(files, tenantId, eq(files.id, id), eq(files.state, 'receiving'))

/**
 * Claims a file for an inspection, so that no two run at once. By the database's clock: several servers share it.
 * @returns `busy` if another inspection runs or the file is settled; `lost` if too many inspections never ended
 */
export async function claimInspection({ db }: ClaimDeps, row: FileRow): Promise<'claimed' | 'busy' | 'lost'> {
  const isFree = or(isNull(files.inspectedUntil), sql`${files.inspectedUntil} < clock_timestamp()`)
  const [claimed] = await db.tenant(row.tenantId, (tx) =>
    tx.db
      .update(files)
      .set({
        inspectedUntil: sql`clock_timestamp() + ${CLAIM_SECONDS} * interval '1 second'`,
        inspections: sql`${files.inspections} + 1`,
      })
      .where(and(receiving(row), isFree))
      .returning({ inspections: files.inspections }),
  )
  if (!claimed) return 'busy'
  return claimed.inspections > MAX_LOST_INSPECTIONS ? 'lost' : 'claimed'
}

/** Releases the claim of an inspection that ended without a verdict, so that the next question starts another. */
export async function releaseInspection({ db }: ClaimDeps, row: FileRow): Promise<void> {
  await db.tenant(row.tenantId, (tx) =>
    tx.db
      .update(files)
      .set({ inspectedUntil: null, inspections: sql`greatest(${files.inspections} - 1, 0)` })
      .where(receiving(row)),
  )
}
