import type { Identity } from '../../../platform/access/identity.ts'
import { recordAccessRefusal } from '../../../platform/audit/record-access-refusal.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { AppError } from '../../../platform/errors.ts'
import { findUser } from '../queries.ts'
import { verifyPassword } from './password-hash.ts'
import type { PasswordLimits } from './password-limits.ts'

/**
 * Verifies the password of the signed-in user. Limits and logs wrong passwords as at sign-in, so that an attacker cannot guess the
 * password at an unlocked screen.
 * @throws the error from `createError` if the password is wrong, 429 after too many wrong passwords
 */
export async function requireOwnPassword(
  deps: Pick<Deps, 'db' | 'log'>,
  limits: PasswordLimits,
  { tenantId, userId }: Identity,
  { password, ip }: { password: string; ip: string },
  createError: () => AppError,
): Promise<void> {
  const account = { tenantId, userId }
  const row = await deps.db.tenant(tenantId, (tx) => findUser(tx, tenantId, userId))
  const key = `change:${userId}`
  await limits.countIpAttempt(ip)
  const onLockOut = () =>
    recordAccessRefusal(deps, { action: 'session.locked', reason: 'too many wrong passwords', ip, refusedAccount: account })
  await limits.countAttempt(key, { onLockOut })
  if (!(await verifyPassword(row?.user.passwordHash ?? null, password))) {
    recordAccessRefusal(deps, { action: 'password.refused', reason: 'wrong password', ip, refusedAccount: account })
    throw createError()
  }
  await limits.recordSuccess(key, ip)
}
