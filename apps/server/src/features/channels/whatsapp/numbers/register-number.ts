import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Identity } from '../../../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../../../platform/audit/audit.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import type { MetaQueryResult } from '../../../../platform/external-services/whatsapp-api.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import type { ProblemCode } from '../number-health/problem-texts.ts'
import { restoreNumber } from '../number-health/problems.ts'
import { handleNumberRejection } from '../outbound/handle-send-rejection.ts'
import { findNumber, getNumberSecretBox, getWhatsAppAccount, type NumberRow } from './numbers.ts'

type RegisterDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'jobs' | 'mail'>

/** Meta's error code for a wrong PIN. */
const WRONG_PIN_CODE = 133_005
export const PIN_REQUIRED = 'Digite o PIN de verificação em duas etapas deste número.'
const PIN_COUNT = 1_000_000

/**
 * Registers a number with the given PIN, otherwise with the stored one, otherwise with a new one, which is stored encrypted. Can be
 * repeated. A rejection of the number itself marks it as broken, like that of a message (WIRE-15).
 */
export async function registerAtMeta(deps: RegisterDeps, row: NumberRow, pin?: string): Promise<MetaQueryResult<null>> {
  const box = getNumberSecretBox(deps, row)
  const known = pin ?? (row.pin === null ? undefined : box.open(row.pin))
  const used = known ?? String(randomInt(PIN_COUNT)).padStart(6, '0')
  const mine = whereTenant(whatsappNumbers, row.tenantId, eq(whatsappNumbers.id, row.id))
  // Stored before the request, so that a retry after an interruption uses the same PIN.
  if (pin !== undefined || row.pin === null)
    await deps.db.tenant(row.tenantId, (tx) =>
      tx.db
        .update(whatsappNumbers)
        .set({ pin: box.seal(used) })
        .where(mine),
    )
  const answer = await deps.whatsapp.register(getWhatsAppAccount(deps, row), used)
  if (answer.kind === 'refused')
    await deps.db.tenant(row.tenantId, async (tx) => {
      if (answer.code === WRONG_PIN_CODE) await tx.db.update(whatsappNumbers).set({ pin: null }).where(mine)
      const at = deps.clock.now()
      await handleNumberRejection(tx, deps, { tenantId: row.tenantId, numberId: row.id }, { code: answer.code, saidAt: at }, at)
    })
  return answer
}

/**
 * Problems that a rejected registration may raise, and a successful one clears: Meta does not register a deleted number, or one of a
 * blocked account.
 */
const REGISTRATION_PROBLEMS: readonly ProblemCode[] = ['unregistered', 'blocked', 'refused']

/** Clears the problems that prevented a number's registration, and returns its current row, or null if it does not exist. */
export async function clearRegistrationProblems(tx: Tx, row: NumberRow, at: Date): Promise<NumberRow | null> {
  return restoreNumber(tx, { tenantId: row.tenantId, numberId: row.id }, REGISTRATION_PROBLEMS, at)
}

/** Returns the displayed reason of a rejected registration (NUM-05). */
export const getRegistrationFailure = (code: number | null): string =>
  code === WRONG_PIN_CODE ? PIN_REQUIRED : getErrorMeaning(code).reason

/** Registers a number on a user's request. @throws 404, 400 if Meta rejects it, 503 if Meta does not answer */
export async function registerNumber(deps: RegisterDeps, who: Identity, id: string, pin?: string): Promise<NumberRow> {
  const { tenantId } = who
  const row = await deps.db.tenant(tenantId, (tx) => findNumber(tx, tenantId, id))
  if (!row) throw errors.notFound()
  const answer = await registerAtMeta(deps, row, pin)
  if (answer.kind === 'unreachable') throw errors.unavailable()
  if (answer.kind === 'refused') {
    const reason = getRegistrationFailure(answer.code)
    throw errors.invalid(reason, { pin: reason })
  }
  return deps.db.tenant(tenantId, async (tx) => {
    const now = await clearRegistrationProblems(tx, row, deps.clock.now())
    await writeAuditEntry(tx, {
      tenantId,
      actor: toAuditActor(who),
      action: 'number.changed',
      subject: { kind: 'number', id, label: row.displayNumber },
      after: { registered: true },
    })
    if (!now) throw errors.notFound()
    return now
  })
}
