import { eq } from 'drizzle-orm'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { raiseProblem } from '../number-health/problems.ts'
import type { ChannelAppRow } from './channel-apps.ts'

/**
 * Number of wrong webhook signatures within `seconds` that raises a problem. Anyone can send one; repeated ones come from Meta, which
 * retries rejected requests.
 */
const REPORT_THRESHOLD = { points: 2, seconds: 600 }

/**
 * Returns a function that counts webhooks with a wrong signature to an organisation's own Meta app. Above the threshold, raises a problem
 * for the WhatsApp numbers of that app.
 */
export function createWrongSignatureCounter(
  deps: Pick<Deps, 'db' | 'jobs' | 'mailer' | 'clock' | 'cluster'>,
): (app: ChannelAppRow) => Promise<void> {
  const limiter = deps.cluster.limiter({ name: 'whatsapp-signature', ...REPORT_THRESHOLD })
  return async ({ tenantId, id }) => {
    const isAboveThreshold = await limiter.consume(id).then(
      () => false,
      () => true,
    )
    if (!isAboveThreshold) return
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
