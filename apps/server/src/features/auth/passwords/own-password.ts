import type { Identity } from '../../../platform/access/identity.ts'
import { recordAccessRefusal } from '../../../platform/audit/record-access-refusal.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { AppError } from '../../../platform/errors.ts'
import { findUser } from '../queries.ts'
import { verifyPassword } from './password-hash.ts'
import type { PasswordLimits } from './password-limits.ts'

/**
 * Verifies the password of the signed-in user. Wrong passwords are limited and logged as at sign-in, so that no one can guess the password
 * on an unlocked screen.
 * @throws the error that `wrong` creates if the password is wrong, 429 after too many wrong passwords
 */
export async function requireOwnPassword(
  deps: Pick<Deps, 'db' | 'log'>,
  limits: PasswordLimits,
  { tenantId, userId }: Identity,
  { password, ip }: { password: string; ip: string },
  wrong: () => AppError,
): Promise<void> {
  const of = { tenantId, userId }
  const found = await deps.db.tenant(tenantId, (tx) => findUser(tx, tenantId, userId))
  const key = `change:${userId}`
  await limits.from(ip)
  const lockedOut = () => recordAccessRefusal(deps, { action: 'session.locked', reason: 'too many wrong passwords', ip, of })
  await limits.attempt(key, { lockedOut })
  if (!(await verifyPassword(found?.user.passwordHash ?? null, password))) {
    recordAccessRefusal(deps, { action: 'password.refused', reason: 'wrong password', ip, of })
    throw wrong()
  }
  await limits.succeeded(key, ip)
}
