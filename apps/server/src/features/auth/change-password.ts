import { and, eq } from 'drizzle-orm'
import { users } from '../../kernel/db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { endSessions } from './end-sessions.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { findUser } from './queries.ts'

/** Changes the password after checking the current one, and ends the user's other sessions. @throws 400 with fieldErrors.currentPassword */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'clock'>,
  who: Identity,
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { tenantId, userId, sessionId } = who
  const found = await deps.db.tenant(tenantId, (tx) => findUser(tx, tenantId, userId))
  if (!(await verifyPassword(found?.user.passwordHash ?? null, input.currentPassword))) {
    throw errors.invalid('A senha atual está incorreta.', { currentPassword: 'A senha atual está incorreta.' })
  }
  const passwordHash = await hashPassword(input.newPassword)
  await deps.db.tenant(tenantId, (tx) =>
    tx.db
      .update(users)
      .set({ passwordHash, updatedAt: deps.clock.now() })
      .where(and(eq(users.tenantId, tenantId), eq(users.id, userId))),
  )
  await endSessions(deps, { tenantId, userId, exceptSessionId: sessionId }, 'password changed')
}
