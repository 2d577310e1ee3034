import { eq } from 'drizzle-orm'
import { audit } from '../../../kernel/audit.ts'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { passwordResets, users } from '../../../kernel/db/schema/accounts.ts'
import { tenants } from '../../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { AppError } from '../../../kernel/errors.ts'
import { hashToken, tenantOfToken } from '../../../kernel/link-token.ts'
import { hashNewPassword } from '../new-password.ts'
import { markSessionsEnded } from '../queries.ts'
import { withdrawResetLinks } from './reset-link.ts'

/** A link that opens nothing, and whose it is, where that is known. */
export class LinkRefused extends AppError {
  readonly of: { tenantId: string; userId: string } | undefined

  // Code INVALID_INPUT and never 401: the panel must neither renew a session nor hide the reason.
  constructor(message: string, of?: LinkRefused['of']) {
    super(400, 'INVALID_INPUT', message)
    this.of = of
  }
}
const unknown = () => new LinkRefused('Link inválido.')

async function findLink(tx: Tx, tenantId: string, token: string, now: Date) {
  const [found] = await tx.db
    .select({ link: passwordResets, userActive: users.active, organisation: tenants.name, tenantActive: tenants.active })
    .from(passwordResets)
    .innerJoin(users, ofTenant(users, passwordResets.tenantId, eq(users.id, passwordResets.userId)))
    .innerJoin(tenants, ofTenant(passwordResets, tenants.id))
    .where(ofTenant(passwordResets, tenantId, eq(passwordResets.tokenHash, hashToken(token))))
  if (!found?.userActive || !found.tenantActive) throw unknown()
  const of = { tenantId, userId: found.link.userId }
  if (found.link.usedAt) throw new LinkRefused('Este link já foi utilizado.', of)
  if (found.link.expiresAt <= now) throw new LinkRefused('Este link expirou. Peça outro.', of)
  return { link: found.link, organisation: found.organisation }
}

/** The link behind a token; looking uses nothing up. @throws 400 INVALID_INPUT with the reason */
export async function checkReset({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string) {
  const tenantId = tenantOfToken(token)
  if (!tenantId) throw unknown()
  const { link, organisation } = await db.tenant(tenantId, (tx) => findLink(tx, tenantId, token, clock.now()))
  return { tenantId, userId: link.userId, organisation, expiresAt: link.expiresAt }
}

/**
 * Sets the new password, once, however many ask at the same time; ends every session and every other link, and leaves the second step
 * as it is (TRUST-03, TRUST-04).
 * @returns whose password it is
 * @throws 400 INVALID_INPUT for the link, 400 with fieldErrors.newPassword for a password that is common
 */
export async function completeReset(
  deps: Pick<Deps, 'db' | 'clock'>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ userId: string }> {
  // The link first: hashing a password is work that a stranger must not be able to order.
  const { tenantId, userId } = await checkReset(deps, token)
  const passwordHash = await hashNewPassword(newPassword, 'newPassword')
  await deps.db.tenant(tenantId, async (tx) => {
    const at = deps.clock.now()
    const person = ofTenant(users, tenantId, eq(users.id, userId))
    // Held before the link is looked at again: of two at once the second finds itself used.
    await tx.db.select({ id: users.id }).from(users).where(person).for('update')
    const { link } = await findLink(tx, tenantId, token, at)
    await tx.db.update(users).set({ passwordHash, updatedAt: at }).where(person)
    await withdrawResetLinks(tx, { tenantId, userId }, at)
    await markSessionsEnded(tx, { tenantId, userId, reason: 'password reset', at })
    await audit(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: 'password.reset',
      subject: { kind: 'user', id: userId },
      after: { link: link.id },
    })
    tx.emit({ name: 'sessions.ended', payload: { tenantId, userId, code: 'TOKEN_INVALID' } })
  })
  return { userId }
}
