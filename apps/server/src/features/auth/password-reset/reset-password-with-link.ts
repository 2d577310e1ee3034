import { canManageUser } from '@prosa/contract/rules/organisation/manage-people'
import { eq } from 'drizzle-orm'
import { lockLinkMakerRole, lockTenantUsers } from '../../../platform/access/link-maker-role.ts'
import { getTokenTenantId, hashLinkToken } from '../../../platform/access/link-token.ts'
import { writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { passwordResets, users } from '../../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { hashNewPassword } from '../passwords/new-password.ts'
import { markSessionsEnded } from '../queries.ts'
import { invalidateResetLinks, invalidateResetLinksMadeBy } from './reset-link.ts'

/** Error for a password reset link that cannot be used. `of`: the account to which the link belongs, if known. */
export class ResetLinkRejectedError extends AppError {
  readonly of: { tenantId: string; userId: string } | undefined

  // Status 400 and never 401: on 401 the panel would try to renew a session, and the user would not see the reason.
  constructor(message: string, of?: ResetLinkRejectedError['of']) {
    super(400, 'INVALID_INPUT', message)
    this.of = of
  }
}
const createUnknownLinkError = () => new ResetLinkRejectedError('Link inválido.')

/**
 * Finds the valid reset link that contains `token`. A link created by a manager is valid only while that manager may still create it. Locks
 * changes to the users of both organisations until the transaction ends.
 * @throws 400 INVALID_INPUT with the reason
 */
async function findValidResetLink(system: Tx, tenantId: string, token: string, now: Date) {
  const its = whereTenant(passwordResets, tenantId, eq(passwordResets.tokenHash, hashLinkToken(token)))
  const [made] = await system.db.select({ makerId: passwordResets.makerId }).from(passwordResets).where(its)
  const makersRole = made?.makerId && (await lockLinkMakerRole(system, tenantId, made.makerId))
  const [found] = await system.db
    .select({ link: passwordResets, user: users, organisation: tenants.name, tenantActive: tenants.active })
    .from(passwordResets)
    .innerJoin(users, whereTenant(users, passwordResets.tenantId, eq(users.id, passwordResets.userId)))
    .innerJoin(tenants, whereTenant(passwordResets, tenants.id))
    .where(its)
  if (!found?.user.active || !found.tenantActive) throw createUnknownLinkError()
  const of = { tenantId, userId: found.link.userId }
  if (found.link.usedAt) throw new ResetLinkRejectedError('Este link já foi utilizado.', of)
  if (found.link.expiresAt <= now) throw new ResetLinkRejectedError('Este link expirou. Peça outro.', of)
  if (typeof makersRole === 'string' && !canManageUser(makersRole, found.user.role)) throw createUnknownLinkError()
  return { link: found.link, organisation: found.organisation }
}

/**
 * Returns account, organisation and expiry of a valid password reset link, without consuming the link. @throws 400 INVALID_INPUT with the
 * reason
 */
export async function verifyResetLink({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string) {
  const tenantId = getTokenTenantId(token)
  if (!tenantId) throw createUnknownLinkError()
  const { link, organisation } = await db.system((tx) => findValidResetLink(tx, tenantId, token, clock.now()))
  return { tenantId, userId: link.userId, organisation, expiresAt: link.expiresAt }
}

/**
 * Sets a new password with a password reset link. Of several concurrent attempts only one succeeds. Ends all sessions of the user and
 * invalidates all other links; second factors stay unchanged (TRUST-03, TRUST-04).
 * @returns the id of the user whose password was set
 * @throws 400 INVALID_INPUT for an invalid link, 400 with fieldErrors.newPassword for a common password
 */
export async function resetPasswordWithLink(
  deps: Pick<Deps, 'db' | 'clock'>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ userId: string }> {
  // Verifies the link before hashing the password, so that strangers cannot trigger expensive work.
  const { tenantId, userId } = await verifyResetLink(deps, token)
  const passwordHash = await hashNewPassword(newPassword, 'newPassword')
  await deps.db.system(async (tx) => {
    const at = deps.clock.now()
    const person = whereTenant(users, tenantId, eq(users.id, userId))
    await lockTenantUsers(tx, tenantId)
    // Locks the user before the link is read again. If the link is used twice at once, or the password is changed meanwhile, the second
    // attempt finds the link used.
    await tx.db.select({ id: users.id }).from(users).where(person).for('update')
    const { link } = await findValidResetLink(tx, tenantId, token, at)
    await tx.db.update(users).set({ passwordHash, updatedAt: at }).where(person)
    await invalidateResetLinks(tx, { tenantId, userId }, at)
    await invalidateResetLinksMadeBy(tx, userId, null, at)
    await markSessionsEnded(tx, { tenantId, userId, reason: 'password reset', at })
    await writeAuditEntry(tx, {
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
