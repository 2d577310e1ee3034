import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { set } from 'date-fns/set'
import type { Tx } from '../../../../platform/database/database.ts'
import { whatsappComparisons } from '../../../../platform/database/schema/whatsapp/imported-history.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import { findWhatsAppNumber, getWhatsAppAccount, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { findExistingMessageIds } from './existing-ids.ts'
import { fetchMetaHistory } from './fetch-meta-history.ts'

type CompareDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'whatsapp' | 'log'>

const DAY_MS = 86_400_000
/** Age in milliseconds below which a message is not compared, because it may not have arrived here yet. */
const IN_TRANSIT_MS = 600_000
/** Meta's error codes for an expired or revoked access token. */
const INVALID_TOKEN_CODES = new Set([0, 190])
/** Maximum number of missing messages that are stored with a comparison. */
const MAX_LISTED_MISSING = 200
const NIGHTLY_RUN_TIME = { hours: 3, minutes: 30, seconds: 0, milliseconds: 0 }
const SAO_PAULO = 'America/Sao_Paulo'
const MAX_IDS_PER_QUERY = 1_000

/** Returns the time of the next nightly comparison, in the time zone of most customers (São Paulo). */
export function getNextNightlyRun(now: Date): Date {
  const localNow = new TZDate(now.getTime(), SAO_PAULO)
  const tonight = set(localNow, NIGHTLY_RUN_TIME)
  return new Date((tonight > localNow ? tonight : addDays(tonight, 1)).getTime())
}

/** Schedules the first nightly comparison of all WhatsApp numbers with Meta's message history, unless it is already scheduled. */
export const startNightlyComparison = ({ db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>): Promise<void> =>
  db.system((tx) => scheduleNextNight(tx, { jobs }, clock.now()))

const scheduleNextNight = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, now: Date): Promise<void> =>
  jobs.send(tx, 'compare-numbers', {}, { key: 'all', afterMs: getNextNightlyRun(now).getTime() - now.getTime() })

/** Schedules the comparison of each WhatsApp number, the job that fetches the costs of each account, and the next night. */
export const scheduleNumberComparisons = ({ db, jobs, clock }: CompareDeps): Promise<void> =>
  db.system(async (tx) => {
    await scheduleNextNight(tx, { jobs }, clock.now())
    const n = whatsappNumbers
    const numbers = await tx.db.select({ tenantId: n.tenantId, numberId: n.id, wabaId: n.wabaId }).from(n)
    for (const { tenantId, numberId } of numbers) await jobs.send(tx, 'compare-number', { tenantId, numberId }, { key: numberId })
    // Fetches the costs once per account, with any of its numbers.
    const accounts = new Map(numbers.map((number) => [`${number.tenantId} ${number.wabaId}`, number]))
    for (const { tenantId, numberId } of accounts.values())
      await jobs.send(tx, 'read-bill', { tenantId, numberId }, { key: numberId })
  })

/**
 * Compares the messages of a WhatsApp number's last day with Meta's message history. Stores the counts and the ids that are missing here
 * (MISS-03).
 * @throws if Meta cannot be reached, so that the job is retried
 */
export async function compareNumberHistory(
  deps: CompareDeps,
  { tenantId, numberId }: JobPayloads['compare-number'],
): Promise<void> {
  const number = await deps.db.tenant(tenantId, (tx) => findWhatsAppNumber(tx, tenantId, numberId))
  if (!number) return
  const now = deps.clock.now().getTime()
  const [from, to] = [new Date(now - DAY_MS), new Date(now - IN_TRANSIT_MS)]
  const response = await fetchMetaHistory(deps.whatsapp, getWhatsAppAccount(deps, number), from)
  if (response.kind === 'unreachable') throw new Error('WhatsApp did not tell what it has')
  if (response.kind === 'refused') {
    // Without a valid token, it is unknown whether Meta offers the history. The previous result stays.
    if (response.code !== null && INVALID_TOKEN_CODES.has(response.code)) return
    await storeComparison(deps, number, { ours: null, meta: null, missing: [] })
    return
  }
  if (!response.value.isComplete) deps.log.warn({ numberId }, 'a day of a number is longer than what is compared')
  const metaTimesById = new Map(
    response.value.entries.filter(({ sentAt: at }) => at && at >= from && at <= to).map(({ id, sentAt }) => [id, sentAt]),
  )
  const existingIds = new Set<string>()
  const ids = [...metaTimesById.keys()]
  for (let start = 0; start < ids.length; start += MAX_IDS_PER_QUERY) {
    const existing = await deps.db.tenant(tenantId, (tx) =>
      findExistingMessageIds(tx, tenantId, ids.slice(start, start + MAX_IDS_PER_QUERY)),
    )
    for (const id of existing) existingIds.add(id)
  }
  const missing = [...metaTimesById]
    .filter(([id]) => !existingIds.has(id))
    .map(([id, at]) => ({ id, at: at?.toISOString() ?? null }))
    .sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
  await storeComparison(deps, number, {
    ours: existingIds.size,
    meta: metaTimesById.size,
    missing: missing.slice(0, MAX_LISTED_MISSING),
  })
}

const storeComparison = (
  { db, clock }: CompareDeps,
  { tenantId, id: numberId, status }: WhatsAppNumberRow,
  comparison: Pick<typeof whatsappComparisons.$inferInsert, 'ours' | 'meta' | 'missing'>,
): Promise<void> =>
  db.tenant(tenantId, async (tx) => {
    const row = { ...comparison, at: clock.now() }
    await tx.db
      .insert(whatsappComparisons)
      .values({ tenantId, numberId, ...row })
      .onConflictDoUpdate({ target: [whatsappComparisons.tenantId, whatsappComparisons.numberId], set: row })
    tx.emit({ name: 'channel.changed', payload: { tenantId, channel: 'whatsapp', accountId: numberId, status } })
  })
