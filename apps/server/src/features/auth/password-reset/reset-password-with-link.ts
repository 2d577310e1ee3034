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

/** Error for a password reset link that cannot be used. `account`: user to whom the link belongs, if known. */
export class ResetLinkRejectedError extends AppError {
  readonly account: { tenantId: string; userId: string } | undefined

  // Uses status 400 instead of 401: on 401, the panel would renew the session and not show the reason.
  constructor(message: string, account?: ResetLinkRejectedError['account']) {
    super(400, 'INVALID_INPUT', message)
    this.account = account
  }
}
const createUnknownLinkError = () => new ResetLinkRejectedError('Link inválido.')

/**
 * Finds the valid reset link that contains `token`. A link of a manager is valid only while that manager may still create it. Locks changes
 * to the users of both organisations until the transaction ends.
 * @throws 400 INVALID_INPUT with the reason
 */
async function findValidResetLink(systemTx: Tx, tenantId: string, token: string, now: Date) {
  const condition = whereTenant(passwordResets, tenantId, eq(passwordResets.tokenHash, hashLinkToken(token)))
  const [linkMaker] = await systemTx.db.select({ makerId: passwordResets.makerId }).from(passwordResets).where(condition)
  const makerRole = linkMaker?.makerId && (await lockLinkMakerRole(systemTx, tenantId, linkMaker.makerId))
  const [row] = await systemTx.db
    .select({ link: passwordResets, user: users, organisation: tenants.name, tenantActive: tenants.active })
    .from(passwordResets)
    .innerJoin(users, whereTenant(users, passwordResets.tenantId, eq(users.id, passwordResets.userId)))
    .innerJoin(tenants, whereTenant(passwordResets, tenants.id))
    .where(condition)
  if (!row?.user.active || !row.tenantActive) throw createUnknownLinkError()
  const account = { tenantId, userId: row.link.userId }
  if (row.link.usedAt) throw new ResetLinkRejectedError('Este link já foi utilizado.', account)
  if (row.link.expiresAt <= now) throw new ResetLinkRejectedError('Este link expirou. Peça outro.', account)
  if (typeof makerRole === 'string' && !canManageUser(makerRole, row.user.role)) throw createUnknownLinkError()
  return { link: row.link, organisation: row.organisation }
}

/**
 * Returns account, organisation and expiry of a valid password reset link, without consuming the link.
 * @throws 400 INVALID_INPUT with the reason
 */
export async function verifyResetLink({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string) {
  const tenantId = getTokenTenantId(token)
  if (!tenantId) throw createUnknownLinkError()
  const { link, organisation } = await db.system((tx) => findValidResetLink(tx, tenantId, token, clock.now()))
  return { tenantId, userId: link.userId, organisation, expiresAt: link.expiresAt }
}

/**
 * Sets a new password with a password reset link. Only one of several concurrent attempts succeeds. Ends all sessions of the user and
 * invalidates all other links; keeps second factors (TRUST-03, TRUST-04).
 * @returns the id of the user whose password was set
 * @throws 400 INVALID_INPUT for an invalid link, 400 with fieldErrors.newPassword for a common password
 */
export async function resetPasswordWithLink(
  deps: Pick<Deps, 'db' | 'clock'>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ userId: string }> {
  // Verifies the link before the expensive hashing, so that requests without a valid link cost little.
  const { tenantId, userId } = await verifyResetLink(deps, token)
  const passwordHash = await hashNewPassword(newPassword, 'newPassword')
  await deps.db.system(async (tx) => {
    const now = deps.clock.now()
    const userCondition = whereTenant(users, tenantId, eq(users.id, userId))
    await lockTenantUsers(tx, tenantId)
    // Locks the user before reading the link again. A concurrent attempt or password change then finds the link already used.
    await tx.db.select({ id: users.id }).from(users).where(userCondition).for('update')
    const { link } = await findValidResetLink(tx, tenantId, token, now)
    await tx.db.update(users).set({ passwordHash, updatedAt: now }).where(userCondition)
    await invalidateResetLinks(tx, { tenantId, userId }, now)
    await invalidateResetLinksMadeBy(tx, userId, null, now)
    await markSessionsEnded(tx, { tenantId, userId, reason: 'password reset', endedAt: now })
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
