import { formatDeviceName } from '@prosa/contract/rules/accounts/device-name'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import type { AccountKey } from './totp.ts'

const whereAccount = ({ tenantId, userId }: AccountKey) => whereTenant(users, tenantId, eq(users.id, userId))

/**
 * Records that someone entered the right password but failed the second step. Notifies the user's open tabs and queues a mail; the account
 * shows a notice at the next sign-in.
 */
export async function reportFailedSecondStep(
  tx: Tx,
  { jobs, mailer }: Pick<Deps, 'jobs' | 'mailer'>,
  { tenantId, userId }: AccountKey,
  { email, ip, userAgent, now }: { email: string | null; ip: string; userAgent: string | null; now: Date },
): Promise<void> {
  const set = { stepRefusedAt: now, stepRefusedFrom: `${formatDeviceName(userAgent)}, ${ip}` }
  await tx.db.update(users).set(set).where(whereAccount({ tenantId, userId }))
  tx.emit({ name: 'access.changed', payload: { tenantId, userId } })
  if (mailer && email) await jobs.send(tx, 'mail-refused-step', { tenantId, userId }, { key: userId })
}

/**
 * Sends the user a mail about a failed second step. Does nothing if the user has no e-mail address.
 * @throws if the mail server rejects the mail
 */
export async function sendFailedSecondStepMail(
  { db, mailer, publicOrigin }: Pick<Deps, 'db' | 'mailer' | 'publicOrigin'>,
  { tenantId, userId }: JobPayloads['mail-refused-step'],
): Promise<void> {
  const columns = { to: users.email, name: users.name, at: users.stepRefusedAt, from: users.stepRefusedFrom }
  const [row] = await db.tenant(tenantId, (tx) => tx.db.select(columns).from(users).where(whereAccount({ tenantId, userId })))
  if (!mailer || !row?.to || !row.at || !row.from) return
  const { to, name, from: origin, at } = row
  await mailer.sendFailedSecondStep({ to, name, origin, occurredAt: at, settingsUrl: `${publicOrigin}/user/settings` })
}
