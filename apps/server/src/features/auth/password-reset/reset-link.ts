import { RESET_LINK_MINUTES } from '@prosa/contract/constants'
import { canManageUser } from '@prosa/contract/rules/organisation/manage-people'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { getRoleInTenant, type LinkMaker } from '../../../platform/access/link-maker-role.ts'
import { createLinkToken } from '../../../platform/access/link-token.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { passwordResets, users } from '../../../platform/database/schema/organisation/accounts.ts'

interface AccountKey {
  tenantId: string
  userId: string
}

export interface ResetLink {
  id: string
  link: string
  expiresAt: Date
}

const DAY_MS = 86_400_000
/** Number of days for which reset links are stored. For the same time, the account shows a notice about links that a manager created. */
const RESET_LINK_RETENTION_DAYS = 30

const whereAccount = ({ tenantId, userId }: AccountKey) =>
  whereTenant(passwordResets, tenantId, eq(passwordResets.userId, userId))

/** Manager who creates a password reset link for another user. */
export interface ResetLinkMaker {
  id: string
  name: string
}

/** Creates a password reset link. The user's other links stay valid. */
export async function createResetLink(
  tx: Tx,
  { tenantId, userId }: AccountKey,
  { maker, now, origin }: { maker: ResetLinkMaker | null; now: Date; origin: string },
): Promise<ResetLink> {
  const { token, hash } = createLinkToken(tenantId)
  const id = uuid()
  const expiresAt = new Date(now.getTime() + RESET_LINK_MINUTES * 60_000)
  await tx.db
    .delete(passwordResets)
    .where(
      and(
        whereAccount({ tenantId, userId }),
        lt(passwordResets.createdAt, new Date(now.getTime() - RESET_LINK_RETENTION_DAYS * DAY_MS)),
      ),
    )
  const creator = { madeBy: maker?.name ?? null, makerId: maker?.id ?? null }
  await tx.db.insert(passwordResets).values({ tenantId, id, userId, tokenHash: hash, ...creator, createdAt: now, expiresAt })
  if (maker) await setResetRequestedAt(tx, { tenantId, userId }, null)
  // Servers do not log the URL fragment, and the Referer header does not contain it.
  return { id, link: `${origin}/recuperar-senha#t=${token}`, expiresAt }
}

/** Invalidates all password reset links of a user, and clears the mark that the user waits for a link. */
export async function invalidateResetLinks(tx: Tx, account: AccountKey, now: Date): Promise<void> {
  await tx.db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(whereAccount(account), isNull(passwordResets.usedAt)))
  await setResetRequestedAt(tx, account, null)
}

/**
 * Invalidates unused password reset links that a manager created for users whom the manager may no longer manage. In a transaction of one
 * organisation, affects only links for its users.
 * @param currentMaker the manager's current role; null invalidates all links of the manager
 */
export async function invalidateResetLinksMadeBy(
  tx: Tx,
  makerId: string,
  currentMaker: LinkMaker | null,
  time: Date,
): Promise<void> {
  const openLinks = await tx.db
    .select({ tenantId: passwordResets.tenantId, id: passwordResets.id, role: users.role })
    .from(passwordResets)
    .innerJoin(users, whereTenant(users, passwordResets.tenantId, eq(users.id, passwordResets.userId)))
    .where(and(eq(passwordResets.makerId, makerId), isNull(passwordResets.usedAt)))
  const ids = openLinks
    .filter(({ tenantId, role }) => !currentMaker || !canManageUser(getRoleInTenant(tenantId, currentMaker), role))
    .map(({ id }) => id)
  await tx.db.update(passwordResets).set({ usedAt: time }).where(inArray(passwordResets.id, ids))
}

export async function invalidateTenantResetLinks(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await tx.db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(whereTenant(passwordResets, tenantId, isNull(passwordResets.usedAt)))
}

/** Stores the time since which a user waits for a reset link from a manager; null clears it. */
export async function setResetRequestedAt(tx: Tx, { tenantId, userId }: AccountKey, requestedAt: Date | null): Promise<void> {
  await tx.db
    .update(users)
    .set({ resetAskedAt: requestedAt })
    .where(whereTenant(users, tenantId, eq(users.id, userId)))
}

/**
 * Returns the security notices of an account from the last 30 days, newest first: reset links that managers created (TRUST-07), and failed
 * second steps of sign-in.
 */
export async function listSecurityNotices(tx: Tx, account: AccountKey, now: Date) {
  const since = new Date(now.getTime() - RESET_LINK_RETENTION_DAYS * DAY_MS)
  const links = await tx.db
    .select({ by: passwordResets.madeBy, at: passwordResets.createdAt })
    .from(passwordResets)
    .where(and(whereAccount(account), isNotNull(passwordResets.madeBy), gt(passwordResets.createdAt, since)))
    .orderBy(desc(passwordResets.createdAt))
    .limit(5)
  const failedSecondSteps = await tx.db
    .select({ by: users.stepRefusedFrom, at: users.stepRefusedAt })
    .from(users)
    .where(whereTenant(users, account.tenantId, eq(users.id, account.userId), gt(users.stepRefusedAt, since)))
  return [
    ...links.map((link) => ({ kind: 'reset_link' as const, ...link })),
    ...failedSecondSteps.map((step) => ({ kind: 'refused_step' as const, ...step })),
  ]
    .flatMap(({ kind, by, at }) => (at ? [{ kind, by: by ?? '', at: at.toISOString() }] : []))
    .toSorted((a, b) => b.at.localeCompare(a.at))
}
