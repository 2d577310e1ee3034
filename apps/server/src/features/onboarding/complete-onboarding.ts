import { rolesToHandOut } from '@prosa/contract/rules/manage-people'
import { eq } from 'drizzle-orm'
import { audit } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { invitations } from '../../kernel/db/schema/accounts.ts'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import { AppError, errors } from '../../kernel/errors.ts'
import { lockRoleOfMaker } from '../../kernel/link-makers.ts'
import type { Accounts } from '../auth/ports.ts'
import type { Tenants } from '../tenants/ports.ts'
import type { Invitations } from '../users/ports.ts'

/** Whose rows a new person is made of. */
export interface JoinPorts {
  accounts: Pick<Accounts, 'takePhone' | 'add'>
  tenants: Pick<Tenants, 'countJoin'>
  invitations: Invitations
}

/** Where an invitation of a token stands. */
export interface TokenReader {
  tenantOf(token: string): string | null
  hash(token: string): Uint8Array
}

/** An invitation that opens nothing, and which it is, where that is known. */
export class InvitationRefused extends AppError {
  readonly invitation: { tenantId: string; id: string } | undefined

  // Code INVALID_INPUT and never 401: the panel must neither renew a session nor hide the reason (gap G14).
  constructor(status: number, message: string, invitation?: InvitationRefused['invitation']) {
    super(status, 'INVALID_INPUT', message)
    this.invitation = invitation
  }
}
const unknown = () => new InvitationRefused(404, 'Convite inválido.')

/**
 * Finds the invitation behind a token. It opens nothing unless its inviter could hand out its role now; changes to the people of both
 * organisations are locked out until the transaction ends.
 */
async function findByToken(
  system: Tx,
  tokens: TokenReader,
  tenantId: string,
  token: string,
  clock: Deps['clock'],
  lock: boolean,
) {
  const its = ofTenant(invitations, tenantId, eq(invitations.tokenHash, tokens.hash(token)))
  const [made] = await system.db.select({ inviterId: invitations.invitedBy }).from(invitations).where(its)
  if (!made) throw unknown()
  // Before the row's own lock: whoever switches the inviter off acquires the locks in this order, too.
  const invitersRole = await lockRoleOfMaker(system, tenantId, made.inviterId)
  const query = system.db
    .select({ invitation: invitations, tenant: tenants })
    .from(invitations)
    .innerJoin(tenants, ofTenant(invitations, tenants.id))
    .where(its)
  const [found] = await (lock ? query.for('update', { of: invitations }) : query)
  if (!found) throw unknown()
  const { invitation } = found
  if (invitation.acceptedAt) throw new InvitationRefused(410, 'Este convite já foi utilizado.', invitation)
  // Who waited for the lock looks at the time after it: the one before may just have ended the link.
  if (invitation.expiresAt <= clock.now()) throw new InvitationRefused(410, 'Este convite está expirado.', invitation)
  if (!found.tenant.active) throw errors.tenantInactive()
  if (!rolesToHandOut(invitersRole).some((role) => role === invitation.role)) throw unknown()
  return found
}

/** The invitation behind a link; looking never uses it up. @throws 404 or 410 with the reason in its message */
export async function readInvitation({ db, clock }: Pick<Deps, 'db' | 'clock'>, tokens: TokenReader, token: string) {
  const tenantId = tokens.tenantOf(token)
  if (!tenantId) throw unknown()
  return db.system((tx) => findByToken(tx, tokens, tenantId, token, clock, false))
}

/**
 * Makes the invited user, once, whatever arrives at the same time. What was said before the user came counts as read, by a number of the
 * user's own: no row is written for what may be hundreds of thousands of conversations (docs/decisions/029).
 * That a phone is another's is told only to a form that is right otherwise, and a few times: then the link has expired.
 * @throws 400 without a phone, 404 or 410 for the link, 409 when the phone is another user's
 */
export async function completeOnboarding(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ports: JoinPorts,
  tokens: TokenReader,
  token: string,
  input: { name: string; phone: string; passwordHash: string },
): Promise<{ tenantId: string; userId: string }> {
  const tenantId = tokens.tenantOf(token)
  if (!tenantId) throw unknown()
  if (input.phone === '') throw errors.invalid('Telefone é obrigatório.', { phone: 'Telefone é obrigatório.' })
  const made = await db.system(async (tx) => {
    const { invitation } = await findByToken(tx, tokens, tenantId, token, clock, true)
    const now = clock.now()
    const { userId, email, role } = invitation
    const { name, phone, passwordHash } = input
    if (!(await ports.accounts.takePhone(tx, { tenantId, userId }, phone))) {
      await ports.invitations.countTaken(tx, invitation, now)
      return null
    }
    const joinNumber = await ports.tenants.countJoin(tx, tenantId)
    await ports.accounts.add(tx, { tenantId, userId, phone, name, email, role, passwordHash, joinNumber }, now)
    await ports.invitations.accept(tx, invitation, now)
    await audit(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: 'invitation.accepted',
      subject: { kind: 'invitation', id: invitation.id, label: email },
      after: { role },
    })
    return { tenantId, userId }
  })
  if (!made) throw errors.conflict('Este telefone já está em uso.', { phone: 'Este telefone já está em uso.' })
  return made
}
