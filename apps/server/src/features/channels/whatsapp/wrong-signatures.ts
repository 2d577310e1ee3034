import { eq } from 'drizzle-orm'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { AppRow } from './own-app.ts'
import { raiseProblem } from './problems.ts'

/** One may be anybody's; this many within the time are Meta's, which repeats what is refused. */
const OFTEN = { points: 2, seconds: 600 }

/** Counts what comes to an own app's address with another signature than its secret's; often enough, its numbers say so until one is right. */
export function wrongSignatures(deps: Pick<Deps, 'db' | 'jobs' | 'mail' | 'clock' | 'cluster'>): (app: AppRow) => Promise<void> {
  const limiter = deps.cluster.limiter({ name: 'whatsapp-signature', ...OFTEN })
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
        .where(ofTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.appId, id)))
      for (const { numberId } of numbers)
        await raiseProblem(tx, deps, { tenantId, numberId }, { code: 'signature' }, deps.clock.now())
    })
  }
}
