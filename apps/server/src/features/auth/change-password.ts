import { and, eq } from 'drizzle-orm'
import { audit } from '../../kernel/audit.ts'
import { users } from '../../kernel/db/schema/accounts.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { PasswordLimits } from './limits.ts'
import { hashNewPassword } from './new-password.ts'
import { verifyPassword } from './password-hash.ts'
import { withdrawResetLinks } from './password-reset/reset-link.ts'
import { findUser, markSessionsEnded } from './queries.ts'

/**
 * Changes the password after checking the current one, and ends the user's other sessions in the same transaction.
 * @throws 400 with fieldErrors.currentPassword or, for one that is common, fieldErrors.newPassword; 429 after too many wrong ones
 */
export async function changePassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  limits: PasswordLimits,
  who: Identity,
  input: { currentPassword: string; newPassword: string; ip: string },
): Promise<void> {
  const { tenantId, userId, sessionId } = who
  const found = await db.tenant(tenantId, (tx) => findUser(tx, tenantId, userId))
  const key = `change:${userId}`
  await limits.from(input.ip)
  await limits.attempt(key)
  if (!(await verifyPassword(found?.user.passwordHash ?? null, input.currentPassword))) {
    throw errors.invalid('A senha atual está incorreta.', { currentPassword: 'A senha atual está incorreta.' })
  }
  await limits.succeeded(key, input.ip)
  const passwordHash = await hashNewPassword(input.newPassword, 'newPassword')
  await db.tenant(tenantId, async (tx) => {
    const at = clock.now()
    await tx.db
      .update(users)
      .set({ passwordHash, updatedAt: at })
      .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
    await withdrawResetLinks(tx, who, at)
    await markSessionsEnded(tx, { tenantId, userId, exceptSessionId: sessionId, reason: 'password changed', at })
    await audit(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: 'password.changed',
      subject: { kind: 'user', id: userId },
    })
    tx.emit({ name: 'sessions.ended', payload: { tenantId, userId, exceptSessionId: sessionId, code: 'TOKEN_INVALID' } })
  })
}
