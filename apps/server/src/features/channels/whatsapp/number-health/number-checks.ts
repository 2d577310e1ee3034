import { and, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { NumberRow } from '../numbers/numbers.ts'

type NumberCheckDeps = Pick<Deps, 'db' | 'jobs' | 'clock'>

const DAY_MS = 86_400_000
const FIRST_CHECK_DELAY_MS = 60_000
/** Minimum interval in milliseconds between requests to Meta when a user opens the page repeatedly. */
const MIN_CHECK_INTERVAL_MS = 60_000
/** Delay in milliseconds between the checks of two numbers, because Meta limits calls per hour. */
const CHECK_SPACING_MS = 200

/** Starts the daily check of all numbers. Can be repeated without further effect. */
export const startDailyNumberChecks = ({ db, jobs }: NumberCheckDeps): Promise<void> =>
  db.system((tx) => scheduleNextRound(tx, { jobs }, FIRST_CHECK_DELAY_MS))

const scheduleNextRound = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, afterMs: number): Promise<void> =>
  jobs.send(tx, 'check-numbers', {}, { key: 'all', afterMs })

/** Schedules a check of every number of every organisation. */
export async function scheduleAllNumberChecks({ db, jobs }: NumberCheckDeps): Promise<void> {
  await db.system(async (tx) => {
    await scheduleNextRound(tx, { jobs }, DAY_MS)
    const all = await tx.db.select({ tenantId: whatsappNumbers.tenantId, numberId: whatsappNumbers.id }).from(whatsappNumbers)
    for (const [n, place] of all.entries())
      await jobs.send(tx, 'check-number', place, { key: place.numberId, afterMs: n * CHECK_SPACING_MS })
  })
}

/** Schedules a check of the numbers that a user opens on the page, except those that were checked within the last minute. */
export async function scheduleDueNumberChecks(
  tx: Tx,
  { jobs, clock }: NumberCheckDeps,
  tenantId: string,
  rows: readonly NumberRow[],
): Promise<void> {
  if (rows.length === 0) return
  const at = clock.now()
  const isDue = or(
    isNull(whatsappNumbers.healthAskedAt),
    lt(whatsappNumbers.healthAskedAt, new Date(at.getTime() - MIN_CHECK_INTERVAL_MS)),
  )
  const ids = rows.map(({ id }) => id)
  const due = await tx.db
    .update(whatsappNumbers)
    .set({ healthAskedAt: at })
    .where(and(whereTenant(whatsappNumbers, tenantId, inArray(whatsappNumbers.id, ids)), isDue))
    .returning({ numberId: whatsappNumbers.id })
  for (const { numberId } of due) await jobs.send(tx, 'check-number', { tenantId, numberId }, { key: numberId })
}
