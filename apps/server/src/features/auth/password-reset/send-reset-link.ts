import { RESET_LINK_MINUTES } from '@prosa/contract/constants'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { passwordResets, userPhones, users } from '../../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import { createResetLink, setResetRequestedAt } from './reset-link.ts'

/** Maximum number of accounts with the same e-mail address that get links. A user has one account in each organisation. */
const MAX_LINKS_PER_EMAIL = 5
/**
 * Milliseconds after a sent link during which further requests send no mail. The sent link stays valid, so that a flood of requests cannot
 * invalidate it (TRUST-05).
 */
const RESEND_AFTER_MS = 10 * 60_000
/** Minimum milliseconds between two notices to managers that the same user needs a reset link. */
const MANAGER_NOTICE_INTERVAL_MS = 24 * 3_600_000

const isActiveAccount = and(eq(users.active, true), eq(tenants.active, true))
const accountColumns = { tenantId: tenants.id, tenantName: tenants.name, userId: users.id, email: users.email }

/** Finds the active accounts with this phone number or e-mail address in all organisations. */
async function findAccounts(tx: Tx, account: string) {
  const accountsQuery = tx.db.select(accountColumns).from(users).innerJoin(tenants, whereTenant(users, tenants.id))
  if (account.includes('@'))
    return accountsQuery
      .where(and(isActiveAccount, sql`lower(${users.email}) = ${account.toLowerCase()}`))
      .orderBy(users.createdAt)
      .limit(MAX_LINKS_PER_EMAIL)
  return accountsQuery
    .innerJoin(userPhones, whereTenant(userPhones, users.tenantId, eq(userPhones.userId, users.id)))
    .where(and(isActiveAccount, eq(userPhones.phone, account)))
}
type ResetAccount = Awaited<ReturnType<typeof findAccounts>>[number]

/**
 * Queues a mail with reset links for the accounts with a phone number or e-mail address. Marks an account without mail for a manager
 * instead. Ignores unknown accounts and those that recently got a link. Runs after the response, which is the same for every account
 * (TRUST-02).
 */
export async function queueResetLinkMail(deps: Pick<Deps, 'db' | 'clock' | 'mailer' | 'jobs'>, account: string): Promise<void> {
  const accounts: JobPayloads['send-reset-link']['accounts'][number][] = []
  for (const { tenantId, userId, email } of await deps.db.system((tx) => findAccounts(tx, account)))
    await deps.db.tenant(tenantId, async (tx) => {
      if (!deps.mailer || !email) await recordResetRequest(tx, { tenantId, userId }, deps.clock.now())
      else if (!(await wasRecentlySent(tx, { tenantId, userId }, deps.clock.now()))) accounts.push({ tenantId, userId })
    })
  const [firstAccount] = accounts
  if (!firstAccount) return
  // Jobs of one user run one after the other. Concurrent requests by phone number and by e-mail address thereby send one mail.
  const key = firstAccount.userId
  await deps.db.system((tx) => deps.jobs.send(tx, 'send-reset-link', { accounts }, { key }))
}

/**
 * Sends password reset links to the e-mail addresses of these accounts. Accounts with the same address get one mail.
 * @throws if the mail server rejects the mail; the retried job then creates new links
 */
export async function sendResetLinkMails(
  deps: Pick<Deps, 'db' | 'clock' | 'mailer' | 'publicOrigin'>,
  { accounts }: JobPayloads['send-reset-link'],
): Promise<void> {
  const { db, mailer, clock } = deps
  if (!mailer) return
  const createdLinks = await Promise.all(
    accounts.map((account) => db.tenant(account.tenantId, (tx) => createResetLinkIfDue(tx, deps, account))),
  )
  const byAddress = Map.groupBy(
    createdLinks.filter((link) => link !== null),
    ({ email }) => email.toLowerCase(),
  )
  for (const [to, links] of byAddress) {
    await mailer.sendResetLinks({ to, links, minutes: RESET_LINK_MINUTES })
    for (const { tenantId, id } of links)
      await db.tenant(tenantId, async (tx) => {
        const condition = whereTenant(passwordResets, tenantId, eq(passwordResets.id, id))
        await tx.db.update(passwordResets).set({ sentAt: clock.now() }).where(condition)
      })
  }
}

type AccountKey = Pick<ResetAccount, 'tenantId' | 'userId'>

/** Creates a password reset link. Returns null if the account is inactive, has no e-mail address, or got a link in the last ten minutes. */
async function createResetLinkIfDue(
  tx: Tx,
  { clock, publicOrigin }: Pick<Deps, 'clock' | 'publicOrigin'>,
  { tenantId, userId }: AccountKey,
) {
  const [account] = await tx.db
    .select(accountColumns)
    .from(users)
    .innerJoin(tenants, whereTenant(users, tenants.id))
    .where(and(isActiveAccount, whereTenant(users, tenantId, eq(users.id, userId))))
  const now = clock.now()
  if (!account?.email || (await wasRecentlySent(tx, account, now))) return null
  const { email } = account
  return { ...account, email, ...(await createResetLink(tx, account, { maker: null, now, origin: publicOrigin })) }
}

async function wasRecentlySent(tx: Tx, { tenantId, userId }: AccountKey, now: Date): Promise<boolean> {
  const recentlySentCondition = whereTenant(
    passwordResets,
    tenantId,
    eq(passwordResets.userId, userId),
    isNull(passwordResets.madeBy),
    isNotNull(passwordResets.sentAt),
    gt(passwordResets.createdAt, new Date(now.getTime() - RESEND_AFTER_MS)),
  )
  return (await tx.db.$count(passwordResets, recentlySentCondition)) > 0
}

/** Marks a user as waiting for a reset link, at most once a day. Managers see this mark. */
async function recordResetRequest(tx: Tx, { tenantId, userId }: AccountKey, now: Date): Promise<void> {
  const [user] = await tx.db
    .select({ requestedAt: users.resetAskedAt })
    .from(users)
    .where(whereTenant(users, tenantId, eq(users.id, userId)))
  const isRecentlyMarked = user?.requestedAt && now.getTime() - user.requestedAt.getTime() < MANAGER_NOTICE_INTERVAL_MS
  if (user && !isRecentlyMarked) await setResetRequestedAt(tx, { tenantId, userId }, now)
}
