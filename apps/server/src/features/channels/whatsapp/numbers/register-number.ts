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
import { findWhatsAppNumber, getNumberSecretBox, getWhatsAppAccount, type WhatsAppNumberRow } from './numbers.ts'

type RegisterDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'jobs' | 'mailer'>

/** Meta's error code for a wrong PIN of two-step verification. */
const WRONG_PIN_CODE = 133_005
export const PIN_REQUIRED_TEXT = 'Digite o PIN de verificação em duas etapas deste número.'
const PIN_COUNT = 1_000_000

/**
 * Registers a WhatsApp number at Meta with the given PIN, else with the stored PIN, else with a new PIN. Can be repeated. If Meta rejects
 * the number itself, marks the number as broken (WIRE-15).
 */
export async function registerAtMeta(deps: RegisterDeps, row: WhatsAppNumberRow, pin?: string): Promise<MetaQueryResult<null>> {
  const box = getNumberSecretBox(deps, row)
  const existingPin = pin ?? (row.pin === null ? undefined : box.decrypt(row.pin))
  const effectivePin = existingPin ?? String(randomInt(PIN_COUNT)).padStart(6, '0')
  const numberCondition = whereTenant(whatsappNumbers, row.tenantId, eq(whatsappNumbers.id, row.id))
  // Stores the PIN before the request, so that a retry after an interruption uses the same PIN.
  if (pin !== undefined || row.pin === null)
    await deps.db.tenant(row.tenantId, (tx) =>
      tx.db
        .update(whatsappNumbers)
        .set({ pin: box.encrypt(effectivePin) })
        .where(numberCondition),
    )
  const response = await deps.whatsapp.registerNumber(getWhatsAppAccount(deps, row), effectivePin)
  if (response.kind === 'refused')
    await deps.db.tenant(row.tenantId, async (tx) => {
      if (response.code === WRONG_PIN_CODE) await tx.db.update(whatsappNumbers).set({ pin: null }).where(numberCondition)
      const at = deps.clock.now()
      await handleNumberRejection(tx, deps, { tenantId: row.tenantId, numberId: row.id }, { code: response.code, saidAt: at }, at)
    })
  return response
}

/** Problems that a rejected registration of a WhatsApp number can raise and a successful one clears. */
const REGISTRATION_PROBLEMS: readonly ProblemCode[] = ['unregistered', 'blocked', 'refused']

/** Clears the problems that prevented a WhatsApp number's registration. Returns the current row, or null if the number does not exist. */
export async function clearRegistrationProblems(tx: Tx, row: WhatsAppNumberRow, at: Date): Promise<WhatsAppNumberRow | null> {
  return restoreNumber(tx, { tenantId: row.tenantId, numberId: row.id }, REGISTRATION_PROBLEMS, at)
}

/** Returns the Portuguese text for a registration that Meta rejected with this error code (NUM-05). */
export const getRegistrationFailure = (code: number | null): string =>
  code === WRONG_PIN_CODE ? PIN_REQUIRED_TEXT : getErrorMeaning(code).reason

/**
 * Registers a WhatsApp number at Meta on a user's request.
 * @throws 404 if the number does not exist, 400 if Meta rejects the registration, 503 if Meta does not respond
 */
export async function registerNumber(
  deps: RegisterDeps,
  identity: Identity,
  id: string,
  pin?: string,
): Promise<WhatsAppNumberRow> {
  const { tenantId } = identity
  const row = await deps.db.tenant(tenantId, (tx) => findWhatsAppNumber(tx, tenantId, id))
  if (!row) throw errors.notFound()
  const response = await registerAtMeta(deps, row, pin)
  if (response.kind === 'unreachable') throw errors.unavailable()
  if (response.kind === 'refused') {
    const reason = getRegistrationFailure(response.code)
    throw errors.invalid(reason, { pin: reason })
  }
  return deps.db.tenant(tenantId, async (tx) => {
    const updated = await clearRegistrationProblems(tx, row, deps.clock.now())
    await writeAuditEntry(tx, {
      tenantId,
      actor: toAuditActor(identity),
      action: 'number.changed',
      subject: { kind: 'number', id, label: row.displayNumber },
      after: { registered: true },
    })
    if (!updated) throw errors.notFound()
    return updated
  })
}
