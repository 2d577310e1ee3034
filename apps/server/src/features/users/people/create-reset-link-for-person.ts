import { RESET_LINK_MINUTES } from '@prosa/contract/constants'
import { eq } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { Accounts } from '../../auth/ports.ts'
import { auditPersonChange } from './audit-person-change.ts'
import type { PersonKey } from './deactivate-person.ts'
import { lockOtherPersonForUpdate } from './lock-person.ts'

const INACTIVE_PERSON_MESSAGE = 'Ative a pessoa antes de gerar um link de senha.'

/**
 * Creates a password reset link for another user and, if possible, sends it by mail. At the next sign-in, the panel shows the user who
 * created the link (TRUST-07).
 * @throws 403 for oneself or if an admin does this for staff, 404, 409 for an inactive user
 */
export async function createResetLinkForPerson(
  deps: Pick<Deps, 'db' | 'clock' | 'mailer' | 'log' | 'publicOrigin'> & { accounts: Accounts },
  identity: Identity,
  { tenantId, id }: PersonKey,
): Promise<{ link: string; expires_at: string; email_sent: boolean }> {
  const { db, clock, accounts, publicOrigin } = deps
  const now = clock.now()
  const { resetLink, email, tenantName } = await db.tenant(tenantId, async (tx) => {
    const person = await lockOtherPersonForUpdate(tx, identity, tenantId, id)
    if (!person.active) throw errors.conflict(INACTIVE_PERSON_MESSAGE)
    const maker = { id: identity.userId, name: identity.tenantId === tenantId ? identity.name : 'Plataforma Prosa' }
    const resetLink = await accounts.createResetLink(tx, { tenantId, userId: id }, { maker, now, origin: publicOrigin })
    await auditPersonChange(tx, identity, { tenantId, action: 'password.link_made', person })
    const [tenant] = await tx.db.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tenantId))
    return { resetLink, email: person.email, tenantName: tenant?.name ?? '' }
  })
  return {
    link: resetLink.link,
    expires_at: resetLink.expiresAt.toISOString(),
    email_sent: await sendResetLinkMail(deps, email, { tenantName, link: resetLink.link }),
  }
}

/** Sends the link by mail. Returns false if no mail was sent. Only logs a failure, because the API response contains the link too. */
async function sendResetLinkMail(
  { mailer, log }: Pick<Deps, 'mailer' | 'log'>,
  to: string | null,
  link: { tenantName: string; link: string },
): Promise<boolean> {
  if (!mailer || !to) return false
  try {
    await mailer.sendResetLinks({ to, links: [link], minutes: RESET_LINK_MINUTES })
    return true
  } catch (error) {
    log.error({ err: error }, 'the mail with a link to a new password was not taken; the manager has the link')
    return false
  }
}
