import { eq } from 'drizzle-orm'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import { clearProblems, raiseProblem } from '../number-health/problems.ts'
import { findWhatsAppNumber, getWhatsAppAccount, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { getWebhookUrl } from '../numbers/present-numbers.ts'
import { listAppKeys } from '../own-apps/channel-apps.ts'
import { createVerifyToken } from './verify-token.ts'

type HandshakeDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'whatsapp' | 'publicOrigin' | 'mailer' | 'log'>

/** Milliseconds within which Meta must verify the webhook URL. */
const HANDSHAKE_TIMEOUT_MS = 30_000

/**
 * Subscribes a WhatsApp account to the webhook, which makes Meta verify the webhook URL. Schedules a job that checks the result 30 seconds
 * later (NUM-06).
 */
export async function requestWebhookHandshake(deps: HandshakeDeps, row: WhatsAppNumberRow): Promise<void> {
  const { tenantId, id: numberId } = row
  const numberRef = { tenantId, numberId }
  const numberCondition = whereTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, numberId))
  const address = await deps.db.tenant(tenantId, async (tx) => {
    await tx.db.update(whatsappNumbers).set({ handshakeAskedAt: deps.clock.now() }).where(numberCondition)
    // A repeated request restarts the waiting time of 30 seconds.
    await deps.jobs.sendOrPostpone(tx, 'judge-handshake', numberRef, { key: numberId, afterMs: HANDSHAKE_TIMEOUT_MS })
    return getWebhookUrl(deps, row.appId === null ? null : ((await listAppKeys(tx, tenantId)).get(row.appId) ?? null))
  })
  const verifyToken = createVerifyToken(deps.config, { kind: 'number', id: numberId })
  const response = await deps.whatsapp.subscribeToWebhooks(getWhatsAppAccount(deps, row), { url: address, verifyToken })
  if (response.kind === 'refused')
    deps.log.warn(
      { code: response.code, detail: response.message, numberId },
      'Meta does not bring news of a number where it was told',
    )
}

/** Raises a problem if Meta has neither verified the webhook URL nor sent an event since the last request. Otherwise clears the problem. */
export function checkWebhookHandshake(deps: HandshakeDeps, job: JobPayloads['judge-handshake']): Promise<void> {
  return deps.db.tenant(job.tenantId, async (tx) => {
    const row = await findWhatsAppNumber(tx, job.tenantId, job.numberId)
    const requestedAt = row?.handshakeAskedAt
    if (!row || !requestedAt) return
    const at = deps.clock.now()
    const isReachable = [row.handshakeAt, row.eventAt].some((moment) => moment !== null && moment >= requestedAt)
    if (isReachable) {
      await clearProblems(tx, job, ['unreachable'], at)
      return
    }
    const key = row.appId === null ? null : ((await listAppKeys(tx, job.tenantId)).get(row.appId) ?? null)
    await raiseProblem(tx, deps, job, { code: 'unreachable', detail: getWebhookUrl(deps, key) }, at)
  })
}
