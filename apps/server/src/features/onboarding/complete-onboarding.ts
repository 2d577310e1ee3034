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

export interface OnboardingPorts {
  accounts: Pick<Accounts, 'assignPhone' | 'add'>
  tenants: Pick<Tenants, 'incrementJoinCount'>
  invitations: Invitations
}

export interface InvitationTokenParser {
  getTenantId(token: string): string | null
  hashToken(token: string): Uint8Array
}

/** Error for an invitation that cannot be used. */
export class InvitationRejectedError extends AppError {
  /** Ids of the invitation; undefined if no invitation has this token. */
  readonly invitation: { tenantId: string; id: string } | undefined

  // Uses code INVALID_INPUT and never status 401. After a 401, the panel would try to renew a session instead of showing the reason (gap
  // G14).
  constructor(status: number, message: string, invitation?: InvitationRejectedError['invitation']) {
    super(status, 'INVALID_INPUT', message)
    this.invitation = invitation
  }
}
const createUnknownInvitationError = () => new InvitationRejectedError(404, 'Convite inválido.')

/**
 * Returns the invitation with this token. An invitation is only valid while its inviter may assign the invited role. Locks the users of the
 * organisation and of the inviter's organisation, and the invitation too if `shouldLock`.
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
  // Locks the users before the invitation. Deactivating an inviter uses the same order; a different order could cause a deadlock.
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
  // Reads the time after waiting for the lock: the link may have expired meanwhile.
  if (invitation.expiresAt <= clock.now()) throw new InvitationRejectedError(410, 'Este convite está expirado.', invitation)
  if (!row.tenant.active) throw errors.tenantInactive()
  if (!getAssignableRoles(invitersRole).some((role) => role === invitation.role)) throw createUnknownInvitationError()
  return row
}

/**
 * Returns the invitation with this token, without marking it as used.
 * @throws 404 or 410 with the reason as message, 403 TENANT_INACTIVE
 */
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
 * Creates the invited user; of several concurrent requests, only one succeeds. Existing messages count as read for the new user
 * (docs/decisions/029). Attempts with a phone number that is taken are counted; after a few, the invitation expires.
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
