import { formatDeviceName } from '@prosa/contract/rules/accounts/device-name'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { sessions, users } from '../../../platform/database/schema/organisation/accounts.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'

/** Notifies a user of a sign-in from a new device (TRUST-15): in the user's open tabs and, if possible, by mail. */
export async function notifyNewDeviceSignIn(
  tx: Tx,
  { jobs, mailer }: Pick<Deps, 'jobs' | 'mailer'>,
  session: JobPayloads['mail-new-access'],
  { email, ip, userAgent, now }: { email: string | null; ip: string; userAgent: string | null; now: Date },
): Promise<void> {
  tx.emit({ name: 'session.new', payload: { ...session, device: formatDeviceName(userAgent), ip, at: now.toISOString() } })
  if (mailer && email) await jobs.send(tx, 'mail-new-access', session, { key: session.sessionId })
}

/**
 * Sends the mail about a sign-in from a new device. Does nothing without a mail server or if the user has no e-mail address.
 * @throws if the mail server rejects the mail
 */
export async function sendNewDeviceSignInMail(
  { db, mailer, publicOrigin }: Pick<Deps, 'db' | 'mailer' | 'publicOrigin'>,
  { tenantId, userId, sessionId }: JobPayloads['mail-new-access'],
): Promise<void> {
  const [row] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select({ to: users.email, name: users.name, ip: sessions.ip, userAgent: sessions.userAgent, at: sessions.createdAt })
      .from(sessions)
      .innerJoin(users, whereTenant(users, sessions.tenantId, eq(users.id, sessions.userId)))
      .where(whereTenant(sessions, tenantId, eq(sessions.id, sessionId), eq(sessions.userId, userId))),
  )
  if (!mailer || !row?.to) return
  const { to, name, ip, userAgent, at } = row
  await mailer.sendNewDeviceSignIn({
    to,
    name,
    device: formatDeviceName(userAgent),
    ip,
    occurredAt: at,
    settingsUrl: `${publicOrigin}/user/settings`,
  })
}
