import { eq } from 'drizzle-orm'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { Jobs } from '../../../kernel/job-names.ts'
import { accountOf, findNumber, type NumberRow } from './numbers.ts'
import { keysOfApps } from './own-app.ts'
import { addressOf } from './present-number.ts'
import { clearProblems, raiseProblem } from './problems.ts'
import { verifyWordOf } from './verify-word.ts'

type HandshakeDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'whatsapp' | 'publicOrigin' | 'mail' | 'log'>

/** So long Meta may take to come. */
const PATIENCE_MS = 30_000

/** Tells Meta where a number's news are to come to, with a word of its own; whether it came to shake hands is judged after 30 s (NUM-06). */
export async function askForHandshake(deps: HandshakeDeps, row: NumberRow): Promise<void> {
  const { tenantId, id: numberId } = row
  const place = { tenantId, numberId }
  const mine = ofTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, numberId))
  const address = await deps.db.tenant(tenantId, async (tx) => {
    await tx.db.update(whatsappNumbers).set({ handshakeAskedAt: deps.clock.now() }).where(mine)
    // Asked again, it is waited for anew.
    await deps.jobs.sendOrPostpone(tx, 'judge-handshake', place, { key: numberId, afterMs: PATIENCE_MS })
    return addressOf(deps, row.appId === null ? null : ((await keysOfApps(tx, tenantId)).get(row.appId) ?? null))
  })
  const word = verifyWordOf(deps.config, { kind: 'number', id: numberId })
  const answer = await deps.whatsapp.subscribe(accountOf(deps, row), { address, word })
  if (answer.kind === 'refused')
    deps.log.warn(
      { code: answer.code, detail: answer.message, numberId },
      'Meta does not bring news of a number where it was told',
    )
}

/** What came of it: neither hands were shaken nor anything was told since, or it works. */
export function judgeHandshake(deps: HandshakeDeps, place: Jobs['judge-handshake']): Promise<void> {
  return deps.db.tenant(place.tenantId, async (tx) => {
    const row = await findNumber(tx, place.tenantId, place.numberId)
    const asked = row?.handshakeAskedAt
    if (!row || !asked) return
    const at = deps.clock.now()
    const came = [row.handshakeAt, row.eventAt].some((moment) => moment !== null && moment >= asked)
    if (came) {
      await clearProblems(tx, place, ['unreachable'], at)
      return
    }
    const key = row.appId === null ? null : ((await keysOfApps(tx, place.tenantId)).get(row.appId) ?? null)
    await raiseProblem(tx, deps, place, { code: 'unreachable', detail: addressOf(deps, key) }, at)
  })
}
