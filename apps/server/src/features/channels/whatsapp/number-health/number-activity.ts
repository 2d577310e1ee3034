import { eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import { isNearLimit } from '../cloud-api/messaging-limit.ts'
import { findWhatsAppNumber, type WhatsAppNumberRef, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { clearProblems, raiseProblem } from './problems.ts'
import { EVENT_TIME_PRECISION_MS } from './record-event-time.ts'

const MINUTE_MS = 60_000
/** Number of sent messages without any status from Meta that raises a problem (NUM-19). Only messages older than SILENCE_MS count. */
const SILENCE_MIN_MESSAGES = 3
const SILENCE_MS = 5 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

type ActivityDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'mailer' | 'log'>

/** Returns a function that schedules an activity check after a WhatsApp number has sent a message, at most once a minute per number. */
export function createActivityCheckScheduler(deps: ActivityDeps): (number: WhatsAppNumberRow) => Promise<void> {
  const recentlyScheduled = new LRUCache<string, true>({ max: 10_000, ttl: MINUTE_MS })
  return async ({ tenantId, id: numberId }) => {
    if (recentlyScheduled.has(numberId)) return
    recentlyScheduled.set(numberId, true)
    try {
      await deps.db.tenant(tenantId, (tx) =>
        deps.jobs.send(tx, 'watch-number', { tenantId, numberId }, { key: numberId, afterMs: SILENCE_MS }),
      )
    } catch (error) {
      // The message is already sent, so an error here is only logged.
      deps.log.warn({ err: error, numberId }, 'nobody looks after what a number sends')
    }
  }
}

/**
 * Checks whether Meta sends statuses for a WhatsApp number's messages, and whether the number is near its messaging limit. Runs again while
 * messages without a status exist.
 */
export function checkNumberActivity(deps: ActivityDeps, job: JobPayloads['watch-number']): Promise<void> {
  const { db, jobs, clock } = deps
  return db.tenant(job.tenantId, async (tx) => {
    const number = await findWhatsAppNumber(tx, job.tenantId, job.numberId)
    if (!number) return
    const at = clock.now()
    const sendsWithoutStatus = await listSendsWithoutStatus(tx, job, at)
    const silentSends = sendsWithoutStatus.filter((sentAt) => at.getTime() - sentAt.getTime() >= SILENCE_MS)
    const since = silentSends[0]
    if (since && silentSends.length >= SILENCE_MIN_MESSAGES && !hasStatusSince(number, since))
      await raiseProblem(tx, deps, job, { code: 'silent', since }, at)
    await countMessagedPeople(tx, deps, number, at)
    if (sendsWithoutStatus.length > 0) await jobs.send(tx, 'watch-number', job, { key: job.numberId, afterMs: MINUTE_MS })
  })
}

const hasStatusSince = ({ statusAt }: WhatsAppNumberRow, since: Date): boolean =>
  statusAt !== null && statusAt.getTime() + EVENT_TIME_PRECISION_MS > since.getTime()

/**
 * Returns when messages of the last hour were sent for which Meta has not reported a status, oldest first. Excludes messages sent from the
 * phone.
 */
async function listSendsWithoutStatus(tx: Tx, { tenantId, numberId }: WhatsAppNumberRef, at: Date): Promise<Date[]> {
  const from = new Date(at.getTime() - HOUR_MS).toISOString()
  const { rows } = await tx.db.execute(sql`
    SELECT m.created_at::text AS sent FROM messages m
    JOIN conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id AND c.channel_account_id = ${numberId}
    WHERE m.tenant_id = ${tenantId} AND m.created_at > ${from}::timestamptz AND m.delivery = 'sent' AND m.channel_id IS NOT NULL
      AND (m.client_key IS NULL OR m.client_key NOT LIKE 'echo:%')
      AND NOT EXISTS (SELECT FROM message_statuses s WHERE s.tenant_id = m.tenant_id AND s.channel_id = m.channel_id)
    ORDER BY m.created_at LIMIT 100`)
  return rows.map(({ sent }) => new Date(String(sent)))
}

/**
 * Counts the people to whom a WhatsApp number sent a template within a day, because Meta limits their number. Raises or clears the `limit`
 * problem.
 */
export async function countMessagedPeople(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'mailer'>,
  { tenantId, id, messagingLimit }: WhatsAppNumberRow,
  at: Date,
): Promise<void> {
  const from = new Date(at.getTime() - DAY_MS).toISOString()
  const { rows } = await tx.db.execute(sql`
    SELECT count(DISTINCT c.id)::int AS people FROM messages m
    JOIN conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id AND c.channel_account_id = ${id}
    WHERE m.tenant_id = ${tenantId} AND m.created_at > ${from}::timestamptz AND m.type = 'template' AND m.channel_id IS NOT NULL`)
  const used24h = Number(rows[0]?.['people'] ?? 0)
  await tx.db
    .update(whatsappNumbers)
    .set({ used24h })
    .where(whereTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, id)))
  const numberRef = { tenantId, numberId: id }
  if (isNearLimit(used24h, messagingLimit)) await raiseProblem(tx, deps, numberRef, { code: 'limit' }, at)
  else await clearProblems(tx, numberRef, ['limit'], at)
}
