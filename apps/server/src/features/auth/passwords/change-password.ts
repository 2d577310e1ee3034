import { eq } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { writeAuditEntry } from '../../../platform/audit/audit.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { invalidateResetLinks, invalidateResetLinksMadeBy } from '../password-reset/reset-link.ts'
import { markSessionsEnded } from '../queries.ts'
import { hashNewPassword } from './new-password.ts'
import { requireOwnPassword } from './own-password.ts'
import type { PasswordLimits } from './password-limits.ts'

const WRONG_PASSWORD_MESSAGE = 'A senha atual está incorreta.'

/**
 * Changes the password of a user after verifying the current one. Ends the user's other sessions in the same transaction.
 * @throws 400 with fieldErrors.currentPassword if the current password is wrong, or fieldErrors.newPassword if the new one is common; 429
 * after too many wrong passwords
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  limits: PasswordLimits,
  identity: Identity,
  input: { currentPassword: string; newPassword: string; ip: string },
): Promise<void> {
  const { db, clock } = deps
  const { tenantId, userId, sessionId } = identity
  const credentials = { password: input.currentPassword, ip: input.ip }
  await requireOwnPassword(deps, limits, identity, credentials, () =>
    errors.invalid(WRONG_PASSWORD_MESSAGE, { currentPassword: WRONG_PASSWORD_MESSAGE }),
  )
  const passwordHash = await hashNewPassword(input.newPassword, 'newPassword')
  await db.tenant(tenantId, async (tx) => {
    const now = clock.now()
    await tx.db
      .update(users)
      .set({ passwordHash, updatedAt: now })
      .where(whereTenant(users, tenantId, eq(users.id, userId)))
    await invalidateResetLinks(tx, identity, now)
    await invalidateResetLinksMadeBy(tx, userId, null, now)
    await markSessionsEnded(tx, { tenantId, userId, exceptSessionId: sessionId, reason: 'password changed', endedAt: now })
    await writeAuditEntry(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: 'password.changed',
      subject: { kind: 'user', id: userId },
    })
    tx.emit({ name: 'sessions.ended', payload: { tenantId, userId, exceptSessionId: sessionId, code: 'TOKEN_INVALID' } })
  })
}
