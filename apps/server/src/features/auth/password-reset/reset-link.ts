import { RESET_LINK_MINUTES } from '@prosa/contract/constants'
import { mayManage } from '@prosa/contract/rules/manage-people'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { passwordResets, users } from '../../../kernel/db/schema/accounts.ts'
import { type LinkMaker, roleWithin } from '../../../kernel/link-makers.ts'
import { newLinkToken } from '../../../kernel/link-token.ts'

interface Account {
  tenantId: string
  userId: string
}

export interface ResetLink {
  id: string
  link: string
  expiresAt: Date
}

const DAY_MS = 86_400_000
/** For how long a person is told that somebody made a link for them, and for how long links are kept. */
const KEPT_DAYS = 30

const of = ({ tenantId, userId }: Account) => ofTenant(passwordResets, tenantId, eq(passwordResets.userId, userId))

/** The manager who makes a link for somebody else. */
export interface ResetLinkMaker {
  id: string
  name: string
}

/** Creates a link to a new password; others that the person has go on working. `maker` is null where the person asked for it. */
export async function makeResetLink(
  tx: Tx,
  { tenantId, userId }: Account,
  { maker, now, origin }: { maker: ResetLinkMaker | null; now: Date; origin: string },
): Promise<ResetLink> {
  const { token, hash } = newLinkToken(tenantId)
  const id = uuid()
  const expiresAt = new Date(now.getTime() + RESET_LINK_MINUTES * 60_000)
  await tx.db
    .delete(passwordResets)
    .where(and(of({ tenantId, userId }), lt(passwordResets.createdAt, new Date(now.getTime() - KEPT_DAYS * DAY_MS))))
  const made = { madeBy: maker?.name ?? null, makerId: maker?.id ?? null }
  await tx.db.insert(passwordResets).values({ tenantId, id, userId, tokenHash: hash, ...made, createdAt: now, expiresAt })
  if (maker) await setAsked(tx, { tenantId, userId }, null)
  // Behind '#': it is in no log, and in no Referer.
  return { id, link: `${origin}/recuperar-senha#t=${token}`, expiresAt }
}

/** No link of this person opens anything any more. */
export async function withdrawResetLinks(tx: Tx, account: Account, now: Date): Promise<void> {
  await tx.db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(of(account), isNull(passwordResets.usedAt)))
  await setAsked(tx, account, null)
}

/**
 * Withdraws the links that a person made for others and may not hand out as `now`; null: may hand out none.
 * In a transaction of one organisation, only the links into that one.
 */
export async function withdrawLinksMadeBy(tx: Tx, makerId: string, now: LinkMaker | null, at: Date): Promise<void> {
  const open = await tx.db
    .select({ tenantId: passwordResets.tenantId, id: passwordResets.id, role: users.role })
    .from(passwordResets)
    .innerJoin(users, ofTenant(users, passwordResets.tenantId, eq(users.id, passwordResets.userId)))
    .where(and(eq(passwordResets.makerId, makerId), isNull(passwordResets.usedAt)))
  const ids = open.filter(({ tenantId, role }) => !now || !mayManage(roleWithin(tenantId, now), role)).map(({ id }) => id)
  await tx.db.update(passwordResets).set({ usedAt: at }).where(inArray(passwordResets.id, ids))
}

/** Withdraws every open link to a new password of an organisation's people. */
export async function withdrawLinksOfTenant(tx: Tx, tenantId: string, at: Date): Promise<void> {
  await tx.db
    .update(passwordResets)
    .set({ usedAt: at })
    .where(ofTenant(passwordResets, tenantId, isNull(passwordResets.usedAt)))
}

/** Marks, or unmarks, that the person waits for a manager to make a link. */
export async function setAsked(tx: Tx, { tenantId, userId }: Account, resetAskedAt: Date | null): Promise<void> {
  await tx.db
    .update(users)
    .set({ resetAskedAt })
    .where(ofTenant(users, tenantId, eq(users.id, userId)))
}

/** Returns what the person has to read about their account, the newest first: links that managers made for them (TRUST-07), refused second steps. */
export async function noticesOf(tx: Tx, account: Account, now: Date) {
  const since = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  const links = await tx.db
    .select({ by: passwordResets.madeBy, at: passwordResets.createdAt })
    .from(passwordResets)
    .where(and(of(account), isNotNull(passwordResets.madeBy), gt(passwordResets.createdAt, since)))
    .orderBy(desc(passwordResets.createdAt))
    .limit(5)
  const refused = await tx.db
    .select({ by: users.stepRefusedFrom, at: users.stepRefusedAt })
    .from(users)
    .where(ofTenant(users, account.tenantId, eq(users.id, account.userId), gt(users.stepRefusedAt, since)))
  return [
    ...links.map((link) => ({ kind: 'reset_link' as const, ...link })),
    ...refused.map((step) => ({ kind: 'refused_step' as const, ...step })),
  ]
    .flatMap(({ kind, by, at }) => (at ? [{ kind, by: by ?? '', at: at.toISOString() }] : []))
    .toSorted((a, b) => b.at.localeCompare(a.at))
}
