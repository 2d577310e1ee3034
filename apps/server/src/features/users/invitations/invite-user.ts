import type { Invitation } from '@prosa/contract/entities/organisation/invitation'
import { isRoleAtOrAbove } from '@prosa/contract/rules/organisation/manage-people'
import { eq, isNull, lte } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { type Identity, requireRecentConfirmation } from '../../../platform/access/identity.ts'
import { createLinkToken } from '../../../platform/access/link-token.ts'
import { toAuditActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { invitations } from '../../../platform/database/schema/organisation/accounts.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, errors } from '../../../platform/errors.ts'
import { findInvitation, findTenantByDomain, getEmailConflict, type InvitationRow } from '../queries.ts'

const INVITATION_DAYS = 7

const buildInvitationLink = (origin: string, token: string): string => `${origin}/onboarding?token=${encodeURIComponent(token)}`

type InviteDeps = Pick<Deps, 'db' | 'clock' | 'mailer' | 'log' | 'publicOrigin'>

/** Result of an invitation. The API response contains the link only if no mail was sent. */
export interface InvitationResult {
  invitation: Invitation
  token: string
  link: string
  emailSent: boolean
}

/**
 * Runs `work` in a transaction of the requester's organisation. For platform staff, the transaction spans all organisations, and `tenantId`
 * is null.
 */
export const runInCallerScope = <T>(
  db: Database,
  identity: Identity,
  work: (tx: Tx, tenantId: string | null) => Promise<T>,
): Promise<T> =>
  identity.isPlatformUser && identity.role === 'staff'
    ? db.system((tx) => work(tx, null))
    : db.tenant(identity.tenantId, (tx) => work(tx, identity.tenantId))

/**
 * Invites a user to the requester's organisation; platform staff may invite to any organisation.
 * @throws 404 TENANT_NOT_FOUND; 403 TENANT_INACTIVE; 403 if the requester may not assign the role; 403 CONFIRMATION_REQUIRED; 409 if the
 * e-mail address belongs to a user or has a valid invitation
 */
export async function inviteUser(
  deps: InviteDeps,
  identity: Identity,
  input: { email: string; tenantDomain: string; role: string },
): Promise<InvitationResult> {
  requireMayInvite(identity, input.role)
  const email = input.email.trim().toLowerCase()
  const now = deps.clock.now()
  const { row, token } = await runInCallerScope(deps.db, identity, async (tx) => {
    const tenant = await findTenantByDomain(tx, input.tenantDomain.trim())
    if (!tenant)
      throw new AppError(404, 'TENANT_NOT_FOUND', 'Organização não encontrada.', {
        fieldErrors: { tenantDomain: 'Organização não encontrada.' },
      })
    if (!tenant.active) throw errors.tenantInactive()
    const conflict = await getEmailConflict(tx, tenant.id, email, now)
    if (conflict) throw createEmailConflictError(conflict)
    // The new invitation replaces an expired one for the same e-mail address.
    await tx.db
      .delete(invitations)
      .where(
        whereTenant(
          invitations,
          tenant.id,
          eq(invitations.email, email),
          isNull(invitations.acceptedAt),
          lte(invitations.expiresAt, now),
        ),
      )
    const { token, hash } = createLinkToken(tenant.id)
    const id = uuid()
    const insertedRows = await tx.db
      .insert(invitations)
      .values({
        tenantId: tenant.id,
        id,
        userId: uuid(),
        email,
        role: input.role,
        tokenHash: hash,
        invitedBy: identity.userId,
        expiresAt: getExpiry(now),
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: invitations.id })
    // A concurrent request has invited the same e-mail address.
    if (insertedRows.length === 0) throw createEmailConflictError('invited')
    await auditInvitation(tx, identity, 'invitation.sent', { tenantId: tenant.id, id, email, role: input.role })
    const row = await findInvitation(tx, tenant.id, { id })
    if (!row) throw new Error('The invitation vanished inside its own transaction')
    return { row, token }
  })
  return sendInvitationMail(deps, row, token)
}

/**
 * Renews link and expiry of an invitation; the old link becomes invalid. The requester becomes the inviter.
 * @throws 404 if the invitation is not pending or not visible to the requester; 403 if the requester may not assign the role; 403
 * CONFIRMATION_REQUIRED
 */
export async function resendInvitation(deps: InviteDeps, identity: Identity, userId: string): Promise<InvitationResult> {
  const now = deps.clock.now()
  const { row, token } = await runInCallerScope(deps.db, identity, async (tx, scope) => {
    // Clients without the user's id send the invitation's id instead (gap G13).
    const pendingInvitation = (await findInvitation(tx, scope, { userId })) ?? (await findInvitation(tx, scope, { id: userId }))
    if (!pendingInvitation) throw errors.notFound()
    const { tenantId, id, role } = pendingInvitation.invitation
    // Anyone with the secret link can sign up with the invited role, so the requester must be allowed to assign this role.
    requireMayInvite(identity, role)
    const { token, hash } = createLinkToken(tenantId)
    const expiresAt = getExpiry(now)
    await tx.db
      .update(invitations)
      .set({ tokenHash: hash, expiresAt, takenPhones: 0, invitedBy: identity.userId })
      .where(whereTenant(invitations, tenantId, eq(invitations.id, id)))
    await auditInvitation(tx, identity, 'invitation.renewed', pendingInvitation.invitation)
    return { row: { ...pendingInvitation, invitation: { ...pendingInvitation.invitation, expiresAt } }, token }
  })
  return sendInvitationMail(deps, row, token)
}

/**
 * Deletes a pending invitation; its link becomes invalid.
 * @throws 404 if there is no such pending invitation, 403 if the requester may not assign its role
 */
export function cancelInvitation({ db }: Pick<Deps, 'db'>, identity: Identity, id: string): Promise<void> {
  return runInCallerScope(db, identity, async (tx, scope) => {
    const pendingInvitation = await findInvitation(tx, scope, { id })
    if (!pendingInvitation) throw errors.notFound()
    const { tenantId, role } = pendingInvitation.invitation
    requireMayAssignRole(identity, role)
    const deletedRows = await tx.db
      .delete(invitations)
      .where(whereTenant(invitations, tenantId, eq(invitations.id, id), isNull(invitations.acceptedAt)))
      .returning({ id: invitations.id })
    if (deletedRows.length === 0) throw errors.notFound()
    await auditInvitation(tx, identity, 'invitation.cancelled', pendingInvitation.invitation)
  })
}

const auditInvitation = (
  tx: Tx,
  identity: Identity,
  action: 'invitation.sent' | 'invitation.renewed' | 'invitation.cancelled',
  { tenantId, id, email, role }: { tenantId: string; id: string; email: string; role: string },
): Promise<void> =>
  writeAuditEntry(tx, {
    tenantId,
    actor: toAuditActor(identity, tenantId),
    action,
    subject: { kind: 'invitation', id, label: email },
    ...(action === 'invitation.sent' ? { after: { role } } : {}),
  })

/**
 * Verifies that the requester may assign a role. Only staff may assign 'staff'.
 * @throws 403 otherwise
 */
function requireMayAssignRole(identity: Identity, role: string): void {
  if (role === 'staff' && identity.role !== 'staff') throw errors.permissionDenied()
}

/**
 * Verifies that the requester may get an invitation link for a role.
 * @throws 403 if the requester may not assign the role; 403 CONFIRMATION_REQUIRED for a role at or above the requester's own without a
 * recent confirmation of identity
 */
function requireMayInvite(identity: Identity, role: string): void {
  requireMayAssignRole(identity, role)
  if (isRoleAtOrAbove(role, identity.role)) requireRecentConfirmation(identity)
}

const createEmailConflictError = (conflict: 'user' | 'invited') => {
  const message =
    conflict === 'user'
      ? 'Este e-mail já é de um usuário desta organização.'
      : 'Este e-mail já tem um convite pendente. Reenvie o convite.'
  return errors.conflict(message, { email: message })
}

const getExpiry = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * 86_400_000)

async function sendInvitationMail(
  { mailer, log, publicOrigin }: InviteDeps,
  row: InvitationRow,
  token: string,
): Promise<InvitationResult> {
  const link = buildInvitationLink(publicOrigin, token)
  const { email, expiresAt } = row.invitation
  let emailSent = false
  if (mailer) {
    try {
      await mailer.sendInvitation({ to: email, tenantName: row.tenant.name, link, expiresAt })
      emailSent = true
    } catch (error) {
      log.error({ err: error, invitation: row.invitation.id }, 'the invitation mail was not taken; the inviter gets the link')
    }
  }
  return { invitation: presentInvitation(row), token, link, emailSent }
}

export function presentInvitation({ invitation, tenant }: InvitationRow): Invitation {
  return {
    id: invitation.id,
    expiresAt: invitation.expiresAt.toISOString(),
    user: { id: invitation.userId, email: invitation.email, name: null, role: invitation.role },
    created_at: invitation.createdAt.toISOString(),
    status: 'PENDING',
    tenant: { id: tenant.id, name: tenant.name, domain: tenant.domain },
  }
}
