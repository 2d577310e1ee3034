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

/** Meta's error code for a wrong PIN of two-step verification. */
const WRONG_PIN_CODE = 133_005
export const PIN_REQUIRED = 'Digite o PIN de verificação em duas etapas deste número.'
const PIN_COUNT = 1_000_000

/**
 * Registers a WhatsApp number at Meta with the given PIN, otherwise with the stored PIN, otherwise with a new PIN, which is stored
 * encrypted. Can be repeated. If Meta rejects the number itself, marks it as broken, as after a rejected message (WIRE-15).
 */
export async function registerAtMeta(deps: RegisterDeps, row: NumberRow, pin?: string): Promise<MetaQueryResult<null>> {
  const box = getNumberSecretBox(deps, row)
  const known = pin ?? (row.pin === null ? undefined : box.open(row.pin))
  const used = known ?? String(randomInt(PIN_COUNT)).padStart(6, '0')
  const mine = whereTenant(whatsappNumbers, row.tenantId, eq(whatsappNumbers.id, row.id))
  // Stores the PIN before the request, so that a retry after an interruption uses the same PIN.
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
 * Problems that a rejected registration of a WhatsApp number may raise, and that a successful registration clears. Meta does not register a
 * deleted number, or a number of a blocked account.
 */
const REGISTRATION_PROBLEMS: readonly ProblemCode[] = ['unregistered', 'blocked', 'refused']

/**
 * Clears the problems that prevented a WhatsApp number's registration. Returns the number's current row, or null if the number does not
 * exist.
 */
export async function clearRegistrationProblems(tx: Tx, row: NumberRow, at: Date): Promise<NumberRow | null> {
  return restoreNumber(tx, { tenantId: row.tenantId, numberId: row.id }, REGISTRATION_PROBLEMS, at)
}

/** Returns the text that users see for a rejected registration (NUM-05). `code`: Meta's error code. */
export const getRegistrationFailure = (code: number | null): string =>
  code === WRONG_PIN_CODE ? PIN_REQUIRED : getErrorMeaning(code).reason

/**
 * Registers a WhatsApp number at Meta on a user's request.
 * @throws 404 if the number does not exist, 400 if Meta rejects the registration, 503 if Meta does not respond
 */
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
