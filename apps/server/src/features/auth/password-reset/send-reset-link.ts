import { RESET_LINK_MINUTES } from '@prosa/contract/constants'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { passwordResets, userPhones, users } from '../../../kernel/db/schema/accounts.ts'
import { tenants } from '../../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { makeResetLink, setAsked } from './reset-link.ts'

type ResetDeps = Pick<Deps, 'db' | 'clock' | 'mail' | 'publicOrigin'>

/** Organisations that one address is sent links for. */
const MOST_LINKS = 5
/** Asking again so soon sends nothing, and the link that went out stays good: no flood leaves the owner without one (TRUST-05). */
const AGAIN_AFTER_MS = 10 * 60_000
/** How often a manager is shown that somebody asks for a link. */
const MARKED_AGAIN_AFTER_MS = 24 * 3_600_000

const active = and(eq(users.active, true), eq(tenants.active, true))

/** Who has this phone or e-mail and gets in with it, in whatever organisation. */
async function findAccounts(tx: Tx, account: string) {
  const found = tx.db
    .select({ tenantId: tenants.id, tenantName: tenants.name, userId: users.id, email: users.email })
    .from(users)
    .innerJoin(tenants, ofTenant(users, tenants.id))
  if (account.includes('@'))
    return found
      .where(and(active, sql`lower(${users.email}) = ${account.toLowerCase()}`))
      .orderBy(users.createdAt)
      .limit(MOST_LINKS)
  return found
    .innerJoin(userPhones, ofTenant(userPhones, users.tenantId, eq(userPhones.userId, users.id)))
    .where(and(active, eq(userPhones.phone, account)))
}
type Account = Awaited<ReturnType<typeof findAccounts>>[number]

/**
 * Sends a link to whoever asked for one and has an account, or marks the person for a manager where no mail can bring it. Done after the
 * answer, which is the same for everybody.
 * @throws when the mail server did not take it: asked again, another link is made
 */
export async function sendResetLink(deps: ResetDeps, { account }: { account: string }): Promise<void> {
  const accounts = await deps.db.system((tx) => findAccounts(tx, account))
  const links: { tenantId: string; tenantName: string; id: string; link: string }[] = []
  for (const found of accounts) {
    const made = await deps.db.tenant(found.tenantId, (tx) => linkOrMark(tx, deps, found))
    if (made) links.push({ ...found, ...made })
  }
  const to = accounts.find(({ email }) => email)?.email
  if (!deps.mail || !to || links.length === 0) return
  await deps.mail.sendResetLinks({ to, links, minutes: RESET_LINK_MINUTES })
  for (const { tenantId, id } of links)
    await deps.db.tenant(tenantId, async (tx) => {
      const its = ofTenant(passwordResets, tenantId, eq(passwordResets.id, id))
      await tx.db.update(passwordResets).set({ sentAt: deps.clock.now() }).where(its)
    })
}

async function linkOrMark(tx: Tx, { clock, mail, publicOrigin }: ResetDeps, { tenantId, userId, email }: Account) {
  const now = clock.now()
  if (mail && email) {
    const sentLately = ofTenant(
      passwordResets,
      tenantId,
      eq(passwordResets.userId, userId),
      isNull(passwordResets.madeBy),
      isNotNull(passwordResets.sentAt),
      gt(passwordResets.createdAt, new Date(now.getTime() - AGAIN_AFTER_MS)),
    )
    if ((await tx.db.$count(passwordResets, sentLately)) > 0) return null
    return makeResetLink(tx, { tenantId, userId }, { maker: null, now, origin: publicOrigin })
  }
  const [user] = await tx.db
    .select({ askedAt: users.resetAskedAt })
    .from(users)
    .where(ofTenant(users, tenantId, eq(users.id, userId)))
  const isMarked = user?.askedAt && now.getTime() - user.askedAt.getTime() < MARKED_AGAIN_AFTER_MS
  if (user && !isMarked) await setAsked(tx, { tenantId, userId }, now)
  return null
}
