import { eq } from 'drizzle-orm'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { raiseProblem } from '../number-health/problems.ts'
import type { ChannelAppRow } from './channel-apps.ts'

/**
 * Number and period in seconds of wrong signatures that are reported. A single one can come from anybody; repeated ones come from Meta,
 * which retries rejected requests.
 */
const REPORT_THRESHOLD = { points: 2, seconds: 600 }

/**
 * Returns a function that counts requests to an own app's webhook URL with a wrong signature. Above the limit it raises a problem of the
 * app's numbers, until a request has a correct signature.
 */
export function createWrongSignatureCounter(
  deps: Pick<Deps, 'db' | 'jobs' | 'mail' | 'clock' | 'cluster'>,
): (app: ChannelAppRow) => Promise<void> {
  const limiter = deps.cluster.limiter({ name: 'whatsapp-signature', ...REPORT_THRESHOLD })
  return async ({ tenantId, id }) => {
    const isOften = await limiter.consume(id).then(
      () => false,
      () => true,
    )
    if (!isOften) return
    await deps.db.tenant(tenantId, async (tx) => {
      const numbers = await tx.db
        .select({ numberId: whatsappNumbers.id })
        .from(whatsappNumbers)
        .where(whereTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.appId, id)))
      for (const { numberId } of numbers)
        await raiseProblem(tx, deps, { tenantId, numberId }, { code: 'signature' }, deps.clock.now())
    })
  }
}
