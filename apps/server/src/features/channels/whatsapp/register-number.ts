import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { actorOf, audit } from '../../../kernel/audit.ts'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import type { Identity } from '../../../kernel/http/identity.ts'
import type { Asked } from '../../../kernel/whatsapp.ts'
import { meaningOf } from './error-codes.ts'
import { heedOfNumber } from './heed-refusal.ts'
import { accountOf, boxOf, findNumber, type NumberRow } from './numbers.ts'
import type { ProblemCode } from './problem-words.ts'
import { mendNumber } from './problems.ts'

type RegisterDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'jobs' | 'mail'>

/** Meta's error code for a wrong PIN. */
const PIN_WRONG = 133_005
export const ASK_PIN = 'Digite o PIN de verificação em duas etapas deste número.'
const PINS = 1_000_000

/**
 * Registers a number with the given PIN, otherwise with the stored one, otherwise with a new one, which is stored encrypted. Can be
 * repeated. A rejection of the number itself marks it as broken, like that of a message (WIRE-15).
 */
export async function registerAt(deps: RegisterDeps, row: NumberRow, pin?: string): Promise<Asked<null>> {
  const box = boxOf(deps, row)
  const known = pin ?? (row.pin === null ? undefined : box.open(row.pin))
  const used = known ?? String(randomInt(PINS)).padStart(6, '0')
  const mine = ofTenant(whatsappNumbers, row.tenantId, eq(whatsappNumbers.id, row.id))
  // Stored before the request, so that a retry after an interruption uses the same PIN.
  if (pin !== undefined || row.pin === null)
    await deps.db.tenant(row.tenantId, (tx) =>
      tx.db
        .update(whatsappNumbers)
        .set({ pin: box.seal(used) })
        .where(mine),
    )
  const answer = await deps.whatsapp.register(accountOf(deps, row), used)
  if (answer.kind === 'refused')
    await deps.db.tenant(row.tenantId, async (tx) => {
      if (answer.code === PIN_WRONG) await tx.db.update(whatsappNumbers).set({ pin: null }).where(mine)
      const at = deps.clock.now()
      await heedOfNumber(tx, deps, { tenantId: row.tenantId, numberId: row.id }, { code: answer.code, saidAt: at }, at)
    })
  return answer
}

/**
 * Problems that a rejected registration may raise, and a successful one clears: Meta does not register a deleted number, or one of a
 * blocked account.
 */
const ANSWERED: readonly ProblemCode[] = ['unregistered', 'blocked', 'refused']

/** Clears the problems that prevented a number's registration, and returns its current row, or null if it does not exist. */
export async function noteRegistered(tx: Tx, row: NumberRow, at: Date): Promise<NumberRow | null> {
  return mendNumber(tx, { tenantId: row.tenantId, numberId: row.id }, ANSWERED, at)
}

/** Returns the displayed reason of a rejected registration (NUM-05). */
export const whyNotRegistered = (code: number | null): string => (code === PIN_WRONG ? ASK_PIN : meaningOf(code).reason)

/** Registers a number on a user's request. @throws 404, 400 if Meta rejects it, 503 if Meta does not answer */
export async function registerNumber(deps: RegisterDeps, who: Identity, id: string, pin?: string): Promise<NumberRow> {
  const { tenantId } = who
  const row = await deps.db.tenant(tenantId, (tx) => findNumber(tx, tenantId, id))
  if (!row) throw errors.notFound()
  const answer = await registerAt(deps, row, pin)
  if (answer.kind === 'unreachable') throw errors.unavailable()
  if (answer.kind === 'refused') {
    const reason = whyNotRegistered(answer.code)
    throw errors.invalid(reason, { pin: reason })
  }
  return deps.db.tenant(tenantId, async (tx) => {
    const now = await noteRegistered(tx, row, deps.clock.now())
    await audit(tx, {
      tenantId,
      actor: actorOf(who),
      action: 'number.changed',
      subject: { kind: 'number', id, label: row.displayNumber },
      after: { registered: true },
    })
    if (!now) throw errors.notFound()
    return now
  })
}
