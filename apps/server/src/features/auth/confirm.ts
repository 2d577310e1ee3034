import type { PasskeyProof } from '@prosa/contract/entities/passkey'
import { CONFIRMATION_MINUTES } from '@prosa/contract/rules/confirmation'
import { and, eq } from 'drizzle-orm'
import { sessions } from '../../kernel/db/schema/accounts.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { PasswordLimits } from './limits.ts'
import { verifyPassword } from './password-hash.ts'
import { findUser } from './queries.ts'

const WRONG = 'Senha incorreta.'

/** Whether a proof of then is still good. */
export const isFresh = (confirmedAt: Date | null, now: Date): boolean =>
  confirmedAt !== null && now.getTime() - confirmedAt.getTime() < CONFIRMATION_MINUTES * 60_000

/**
 * Takes a proof of who asks, for this session and the next minutes: the password, or a passkey by `takeProof`.
 * @throws 400 with fieldErrors.password, or for a passkey that is not theirs; 429 after too many wrong passwords
 */
export async function confirm(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  limits: PasswordLimits,
  { tenantId, userId, sessionId }: Identity,
  given: { password?: string | undefined; passkey?: PasskeyProof | undefined; ip: string },
  takeProof: (response: PasskeyProof) => Promise<boolean>,
): Promise<void> {
  if (given.passkey) {
    if (!(await takeProof(given.passkey))) throw errors.invalid('Esta chave de acesso não foi reconhecida.')
  } else {
    const found = await db.tenant(tenantId, (tx) => findUser(tx, tenantId, userId))
    const key = `change:${userId}`
    await limits.from(given.ip)
    await limits.attempt(key)
    if (!(await verifyPassword(found?.user.passwordHash ?? null, given.password ?? '')))
      throw errors.invalid(WRONG, { password: WRONG })
    await limits.succeeded(key, given.ip)
  }
  await db.tenant(tenantId, async (tx) => {
    const mine = and(eq(sessions.tenantId, tenantId), eq(sessions.id, sessionId))
    await tx.db.update(sessions).set({ confirmedAt: clock.now() }).where(mine)
    tx.emit({ name: 'access.changed', payload: { tenantId, userId } })
  })
}
