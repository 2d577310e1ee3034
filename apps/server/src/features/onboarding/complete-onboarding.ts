import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { invitations, userPhones, users } from '../../kernel/db/schema/accounts.ts'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import { AppError, errors } from '../../kernel/errors.ts'

/** Where an invitation of a token stands; the users feature knows how tokens are made. */
export interface TokenReader {
  tenantOf(token: string): string | null
  hash(token: string): Uint8Array
}

/** Answers 'taken' that one link may give: who was mistyped gets through, who asks which phones have an account does not. */
const TAKEN_PHONES_MAX = 3

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

async function findByToken(tx: Tx, tokens: TokenReader, tenantId: string, token: string, now: Date, lock: boolean) {
  const query = tx.db
    .select({ invitation: invitations, tenant: tenants })
    .from(invitations)
    .innerJoin(tenants, eq(tenants.id, invitations.tenantId))
    .where(and(eq(invitations.tenantId, tenantId), eq(invitations.tokenHash, tokens.hash(token))))
  const [found] = await (lock ? query.for('update', { of: invitations }) : query)
  if (!found) throw unknown()
  const { invitation } = found
  if (invitation.acceptedAt) throw new InvitationRefused(410, 'Este convite já foi utilizado.', invitation)
  if (invitation.expiresAt <= now) throw new InvitationRefused(410, 'Este convite está expirado.', invitation)
  if (!found.tenant.active) throw errors.tenantInactive()
  return found
}

/** The invitation behind a link; looking never uses it up. @throws 404 or 410 with the reason in its message */
export async function readInvitation({ db, clock }: Pick<Deps, 'db' | 'clock'>, tokens: TokenReader, token: string) {
  const tenantId = tokens.tenantOf(token)
  if (!tenantId) throw unknown()
  return db.tenant(tenantId, (tx) => findByToken(tx, tokens, tenantId, token, clock.now(), false))
}

/**
 * Makes the invited user, once, whatever arrives at the same time. What was said before the user came counts as read, by a number of the
 * user's own: no row is written for what may be hundreds of thousands of conversations (docs/decisions/029).
 * That a phone is another's is told only to a form that is right otherwise, and a few times: then the link has expired.
 * @throws 400 without a phone, 404 or 410 for the link, 409 when the phone is another user's
 */
export async function completeOnboarding(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tokens: TokenReader,
  token: string,
  input: { name: string; phone: string; passwordHash: string },
): Promise<{ tenantId: string; userId: string }> {
  const tenantId = tokens.tenantOf(token)
  if (!tenantId) throw unknown()
  if (input.phone === '') throw errors.invalid('Telefone é obrigatório.', { phone: 'Telefone é obrigatório.' })
  const now = clock.now()
  const made = await db.system(async (tx) => {
    const { invitation } = await findByToken(tx, tokens, tenantId, token, now, true)
    const { userId, email, role } = invitation
    const { name, phone, passwordHash } = input
    const phones = await tx.db.insert(userPhones).values({ phone, tenantId, userId }).onConflictDoNothing().returning()
    if (phones.length === 0) {
      await countTaken(tx, invitation, now)
      return null
    }
    const [joined] = await tx.db
      .update(tenants)
      .set({ joins: sql`${tenants.joins} + 1` })
      .where(eq(tenants.id, tenantId))
      .returning({ joinNumber: tenants.joins })
    await tx.db.insert(users).values({
      tenantId,
      id: userId,
      phone,
      name: name.trim(),
      email,
      role,
      passwordHash,
      ...joined,
      createdAt: now,
      updatedAt: now,
    })
    await tx.db
      .update(invitations)
      .set({ acceptedAt: now })
      .where(and(eq(invitations.tenantId, tenantId), eq(invitations.id, invitation.id)))
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

/** Counts an answer 'taken', with the invitation held; the last one makes the link expire: whoever invited may send another. */
async function countTaken(tx: Tx, { tenantId, id, takenPhones }: typeof invitations.$inferSelect, now: Date): Promise<void> {
  const isLast = takenPhones + 1 >= TAKEN_PHONES_MAX
  await tx.db
    .update(invitations)
    .set({ takenPhones: takenPhones + 1, ...(isLast ? { expiresAt: now } : {}) })
    .where(and(eq(invitations.tenantId, tenantId), eq(invitations.id, id)))
}
