import { formatDeviceName } from '@prosa/contract/rules/device-name'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { sessions, users } from '../../kernel/db/schema/accounts.ts'
import { whereTenant } from '../../kernel/db/where-tenant.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { JobPayloads } from '../../kernel/job-names.ts'

/** Notifies a user, in open tabs and by e-mail if both mail and an address are set up, of a sign-in from a new device (TRUST-15). */
export async function notifyNewDeviceSignIn(
  tx: Tx,
  { jobs, mail }: Pick<Deps, 'jobs' | 'mail'>,
  whose: JobPayloads['mail-new-access'],
  { email, ip, userAgent, now }: { email: string | null; ip: string; userAgent: string | null; now: Date },
): Promise<void> {
  tx.emit({ name: 'session.new', payload: { ...whose, device: formatDeviceName(userAgent), ip, at: now.toISOString() } })
  if (mail && email) await jobs.send(tx, 'mail-new-access', whose, { key: whose.sessionId })
}

/**
 * Sends the e-mail about a sign-in from a new device, to the user's current address. Does nothing without mail or address.
 * @throws if the mail server does not accept it
 */
export async function sendNewDeviceSignInMail(
  { db, mail, publicOrigin }: Pick<Deps, 'db' | 'mail' | 'publicOrigin'>,
  { tenantId, userId, sessionId }: JobPayloads['mail-new-access'],
): Promise<void> {
  const [found] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select({ to: users.email, name: users.name, ip: sessions.ip, userAgent: sessions.userAgent, at: sessions.createdAt })
      .from(sessions)
      .innerJoin(users, whereTenant(users, sessions.tenantId, eq(users.id, sessions.userId)))
      .where(whereTenant(sessions, tenantId, eq(sessions.id, sessionId), eq(sessions.userId, userId))),
  )
  if (!mail || !found?.to) return
  const { to, name, ip, userAgent, at } = found
  await mail.sendNewAccess({ to, name, device: formatDeviceName(userAgent), ip, at, settings: `${publicOrigin}/user/settings` })
}
