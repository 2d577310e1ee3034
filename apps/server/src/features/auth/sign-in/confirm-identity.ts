import type { PasskeyAssertion } from '@prosa/contract/entities/accounts/passkey'
import { CONFIRMATION_VALID_MINUTES } from '@prosa/contract/rules/accounts/confirmation'
import { eq } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { recordAccessRefusal } from '../../../platform/audit/record-access-refusal.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { sessions } from '../../../platform/database/schema/organisation/accounts.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { requireOwnPassword } from '../passwords/own-password.ts'
import type { PasswordLimits } from '../passwords/password-limits.ts'

const WRONG_PASSWORD_MESSAGE = 'Senha incorreta.'

/** Whether the user's last confirmation of identity is still valid. False if `confirmedAt` is null. */
export const isConfirmationValid = (confirmedAt: Date | null, now: Date): boolean =>
  confirmedAt !== null && now.getTime() - confirmedAt.getTime() < CONFIRMATION_VALID_MINUTES * 60_000

/**
 * Confirms the identity of the signed-in user by password or passkey. The confirmation is valid for CONFIRMATION_VALID_MINUTES, in this
 * session only.
 * @throws 400 with fieldErrors.password for a wrong password, 400 for a passkey of another account, 429 after too many wrong passwords
 */
export async function confirmIdentity(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  limits: PasswordLimits,
  identity: Identity,
  confirmation: { password?: string | undefined; passkey?: PasskeyAssertion | undefined; ip: string },
  verifyPasskey: (response: PasskeyAssertion) => Promise<boolean>,
): Promise<void> {
  const { db, clock } = deps
  const { tenantId, userId, sessionId } = identity
  if (confirmation.passkey) {
    if (!(await verifyPasskey(confirmation.passkey))) {
      recordAccessRefusal(deps, {
        action: 'password.refused',
        reason: 'wrong passkey',
        ip: confirmation.ip,
        refusedAccount: { tenantId, userId },
      })
      throw errors.invalid('Esta chave de acesso não foi reconhecida.')
    }
  } else {
    const credentials = { password: confirmation.password ?? '', ip: confirmation.ip }
    await requireOwnPassword(deps, limits, identity, credentials, () =>
      errors.invalid(WRONG_PASSWORD_MESSAGE, { password: WRONG_PASSWORD_MESSAGE }),
    )
  }
  await db.tenant(tenantId, async (tx) => {
    const condition = whereTenant(sessions, tenantId, eq(sessions.id, sessionId))
    await tx.db.update(sessions).set({ confirmedAt: clock.now() }).where(condition)
    tx.emit({ name: 'access.changed', payload: { tenantId, userId } })
  })
}
