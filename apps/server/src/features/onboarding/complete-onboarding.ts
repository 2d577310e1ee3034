import { getAssignableRoles } from '@prosa/contract/rules/organisation/manage-people'
import { eq } from 'drizzle-orm'
import { lockLinkMakerRole } from '../../platform/access/link-maker-role.ts'
import { writeAuditEntry } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { invitations } from '../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, errors } from '../../platform/errors.ts'
import type { Accounts } from '../auth/ports.ts'
import type { Tenants } from '../tenants/ports.ts'
import type { Invitations } from '../users/ports.ts'

/** Operations of other features that create the rows of a new user. */
export interface OnboardingPorts {
  accounts: Pick<Accounts, 'assignPhone' | 'add'>
  tenants: Pick<Tenants, 'incrementJoinCount'>
  invitations: Invitations
}

/** Parser of invitation tokens. */
export interface InvitationTokenParser {
  getTenantId(token: string): string | null
  hashToken(token: string): Uint8Array
}

/** Error for an invitation that cannot be used. `invitation`: key of the invitation, if known. */
export class InvitationRejectedError extends AppError {
  readonly invitation: { tenantId: string; id: string } | undefined

  // Code INVALID_INPUT and never status 401: on 401 the panel would try to renew a session, and the user would not see the reason (gap
  // G14).
  constructor(status: number, message: string, invitation?: InvitationRejectedError['invitation']) {
    super(status, 'INVALID_INPUT', message)
    this.invitation = invitation
  }
}
const createUnknownInvitationError = () => new InvitationRejectedError(404, 'Convite inválido.')

/**
 * Finds the valid invitation that contains `token`. An invitation is valid only while its inviter may assign the invited role. Locks
 * changes to the users of both organisations until the transaction ends. `lock`: whether to lock the invitation too.
 * @throws 404 if it does not exist, 410 if it was used or has expired, 403 TENANT_INACTIVE
 */
async function findValidInvitation(
  system: Tx,
  tokens: InvitationTokenParser,
  tenantId: string,
  token: string,
  clock: Deps['clock'],
  shouldLock: boolean,
) {
  const tokenCondition = whereTenant(invitations, tenantId, eq(invitations.tokenHash, tokens.hashToken(token)))
  const [inviter] = await system.db.select({ inviterId: invitations.invitedBy }).from(invitations).where(tokenCondition)
  if (!inviter) throw createUnknownInvitationError()
  // Locks the users before the invitation, in the same order as the transaction that deactivates an inviter. A different order could cause
  // a deadlock.
  const invitersRole = await lockLinkMakerRole(system, tenantId, inviter.inviterId)
  const query = system.db
    .select({ invitation: invitations, tenant: tenants })
    .from(invitations)
    .innerJoin(tenants, whereTenant(invitations, tenants.id))
    .where(tokenCondition)
  const [row] = await (shouldLock ? query.for('update', { of: invitations }) : query)
  if (!row) throw createUnknownInvitationError()
  const { invitation } = row
  if (invitation.acceptedAt) throw new InvitationRejectedError(410, 'Este convite já foi utilizado.', invitation)
  // Reads the clock after the lock was acquired, because the transaction that had the lock before may have made the link expire.
  if (invitation.expiresAt <= clock.now()) throw new InvitationRejectedError(410, 'Este convite está expirado.', invitation)
  if (!row.tenant.active) throw errors.tenantInactive()
  if (!getAssignableRoles(invitersRole).some((role) => role === invitation.role)) throw createUnknownInvitationError()
  return row
}

/** Returns the invitation for a token without consuming it. @throws 404 or 410 with the reason as message, 403 TENANT_INACTIVE */
export async function getInvitationByToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tokens: InvitationTokenParser,
  token: string,
) {
  const tenantId = tokens.getTenantId(token)
  if (!tenantId) throw createUnknownInvitationError()
  return db.system((tx) => findValidInvitation(tx, tokens, tenantId, token, clock, false))
}

/**
 * Creates the invited user, only once even with concurrent requests. Earlier messages count as read by the user's join number
 * (docs/decisions/029). That another user has the phone number is reported only if the rest of the form is valid, and only a few times;
 * then the link expires.
 * @throws 400 without a phone number, 404 or 410 for the link, 409 if another user has the phone number
 */
export async function completeOnboarding(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ports: OnboardingPorts,
  tokens: InvitationTokenParser,
  token: string,
  input: { name: string; phone: string; passwordHash: string },
): Promise<{ tenantId: string; userId: string }> {
  const tenantId = tokens.getTenantId(token)
  if (!tenantId) throw createUnknownInvitationError()
  if (input.phone === '') throw errors.invalid('Telefone é obrigatório.', { phone: 'Telefone é obrigatório.' })
  const account = await db.system(async (tx) => {
    const { invitation } = await findValidInvitation(tx, tokens, tenantId, token, clock, true)
    const now = clock.now()
    const { userId, email, role } = invitation
    const { name, phone, passwordHash } = input
    if (!(await ports.accounts.assignPhone(tx, { tenantId, userId }, phone))) {
      await ports.invitations.countPhoneConflict(tx, invitation, now)
      return null
    }
    const joinNumber = await ports.tenants.incrementJoinCount(tx, tenantId)
    await ports.accounts.add(tx, { tenantId, userId, phone, name, email, role, passwordHash, joinNumber }, now)
    await ports.invitations.markAccepted(tx, invitation, now)
    await writeAuditEntry(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: 'invitation.accepted',
      subject: { kind: 'invitation', id: invitation.id, label: email },
      after: { role },
    })
    return { tenantId, userId }
  })
  if (!account) throw errors.conflict('Este telefone já está em uso.', { phone: 'Este telefone já está em uso.' })
  return account
}
