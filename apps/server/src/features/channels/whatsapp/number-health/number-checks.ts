import { and, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { WhatsAppNumberRow } from '../numbers/numbers.ts'

type NumberCheckDeps = Pick<Deps, 'db' | 'jobs' | 'clock'>

const DAY_MS = 86_400_000
const FIRST_CHECK_DELAY_MS = 60_000
/** Minimum interval in milliseconds between two checks of a WhatsApp number that users cause by opening the page. */
const MIN_CHECK_INTERVAL_MS = 60_000
/** Milliseconds between the checks of two WhatsApp numbers, because Meta limits requests per hour. */
const CHECK_SPACING_MS = 200

/** Starts the daily check of all WhatsApp numbers, unless it is already scheduled. */
export const startDailyNumberChecks = ({ db, jobs }: NumberCheckDeps): Promise<void> =>
  db.system((tx) => scheduleNextRound(tx, { jobs }, FIRST_CHECK_DELAY_MS))

const scheduleNextRound = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, afterMs: number): Promise<void> =>
  jobs.send(tx, 'check-numbers', {}, { key: 'all', afterMs })

/** Schedules a check of every WhatsApp number of every organisation, and the next daily round. */
export async function scheduleAllNumberChecks({ db, jobs }: NumberCheckDeps): Promise<void> {
  await db.system(async (tx) => {
    await scheduleNextRound(tx, { jobs }, DAY_MS)
    const numberRefs = await tx.db
      .select({ tenantId: whatsappNumbers.tenantId, numberId: whatsappNumbers.id })
      .from(whatsappNumbers)
    for (const [index, numberRef] of numberRefs.entries())
      await jobs.send(tx, 'check-number', numberRef, { key: numberRef.numberId, afterMs: index * CHECK_SPACING_MS })
  })
}

/** Schedules a check of the WhatsApp numbers that a user views, except those that were checked within the last minute. */
export async function scheduleDueNumberChecks(
  tx: Tx,
  { jobs, clock }: NumberCheckDeps,
  tenantId: string,
  rows: readonly WhatsAppNumberRow[],
): Promise<void> {
  if (rows.length === 0) return
  const at = clock.now()
  const dueCondition = or(
    isNull(whatsappNumbers.healthAskedAt),
    lt(whatsappNumbers.healthAskedAt, new Date(at.getTime() - MIN_CHECK_INTERVAL_MS)),
  )
  const ids = rows.map(({ id }) => id)
  const dueNumbers = await tx.db
    .update(whatsappNumbers)
    .set({ healthAskedAt: at })
    .where(and(whereTenant(whatsappNumbers, tenantId, inArray(whatsappNumbers.id, ids)), dueCondition))
    .returning({ numberId: whatsappNumbers.id })
  for (const { numberId } of dueNumbers) await jobs.send(tx, 'check-number', { tenantId, numberId }, { key: numberId })
}
