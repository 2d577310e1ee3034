import { RESET_LINK_MINUTES } from '@prosa/contract/constants'
import { and, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { passwordResets, users } from '../../../kernel/db/schema/accounts.ts'
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

/** A link to a new password; others that the person has go on working. `madeBy` is the manager's name, null where the person asked. */
export async function makeResetLink(
  tx: Tx,
  { tenantId, userId }: Account,
  { madeBy, now, origin }: { madeBy: string | null; now: Date; origin: string },
): Promise<ResetLink> {
  const { token, hash } = newLinkToken(tenantId)
  const id = uuid()
  const expiresAt = new Date(now.getTime() + RESET_LINK_MINUTES * 60_000)
  await tx.db
    .delete(passwordResets)
    .where(and(of({ tenantId, userId }), lt(passwordResets.createdAt, new Date(now.getTime() - KEPT_DAYS * DAY_MS))))
  await tx.db.insert(passwordResets).values({ tenantId, id, userId, tokenHash: hash, madeBy, createdAt: now, expiresAt })
  if (madeBy) await setAsked(tx, { tenantId, userId }, null)
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

/** Marks, or unmarks, that the person waits for a manager to make a link. */
export async function setAsked(tx: Tx, { tenantId, userId }: Account, resetAskedAt: Date | null): Promise<void> {
  await tx.db
    .update(users)
    .set({ resetAskedAt })
    .where(ofTenant(users, tenantId, eq(users.id, userId)))
}

/** What the person reads about links that managers made for them, the newest first (TRUST-07). */
export async function noticesOf(tx: Tx, account: Account, now: Date) {
  const rows = await tx.db
    .select({ by: passwordResets.madeBy, at: passwordResets.createdAt })
    .from(passwordResets)
    .where(
      and(
        of(account),
        isNotNull(passwordResets.madeBy),
        gt(passwordResets.createdAt, new Date(now.getTime() - KEPT_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(passwordResets.createdAt))
    .limit(5)
  return rows.map(({ by, at }) => ({ kind: 'reset_link' as const, by: by ?? '', at: at.toISOString() }))
}
