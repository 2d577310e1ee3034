import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { sqlState, type Tx, UNIQUE_VIOLATION } from '../../kernel/db/database.ts'
import { invitations, userPhones, users } from '../../kernel/db/schema/accounts.ts'
import { conversationReads, conversations } from '../../kernel/db/schema/conversations.ts'
import { auditLog, tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import { AppError, errors } from '../../kernel/errors.ts'

/** Where an invitation of a token stands; the users feature knows how tokens are made. */
export interface TokenReader {
  tenantOf(token: string): string | null
  hash(token: string): Uint8Array
}

// Code INVALID_INPUT and never 401: the panel must neither renew a session nor hide the reason (gap G14).
const refusal = (status: number, message: string) => new AppError(status, 'INVALID_INPUT', message)
const unknown = () => refusal(404, 'Convite inválido.')

async function findByToken(tx: Tx, tokens: TokenReader, tenantId: string, token: string, now: Date, lock: boolean) {
  const query = tx.db
    .select({ invitation: invitations, tenant: tenants })
    .from(invitations)
    .innerJoin(tenants, eq(tenants.id, invitations.tenantId))
    .where(and(eq(invitations.tenantId, tenantId), eq(invitations.tokenHash, tokens.hash(token))))
  const [found] = await (lock ? query.for('update', { of: invitations }) : query)
  if (!found) throw unknown()
  if (found.invitation.acceptedAt) throw refusal(410, 'Este convite já foi utilizado.')
  if (found.invitation.expiresAt <= now) throw refusal(410, 'Este convite está expirado.')
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
 * Makes the invited user, once, whatever arrives at the same time. What was said before the user came counts as read.
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
  try {
    return await db.system(async (tx) => {
      const { invitation } = await findByToken(tx, tokens, tenantId, token, now, true)
      const { userId, email, role } = invitation
      const { name, phone, passwordHash } = input
      await tx.db
        .insert(users)
        .values({ tenantId, id: userId, phone, name: name.trim(), email, role, passwordHash, createdAt: now, updatedAt: now })
      await tx.db.insert(userPhones).values({ phone, tenantId, userId })
      await tx.db
        .update(invitations)
        .set({ acceptedAt: now })
        .where(and(eq(invitations.tenantId, tenantId), eq(invitations.id, invitation.id)))
      await tx.db.insert(conversationReads).select(
        tx.db
          .select({
            tenantId: conversations.tenantId,
            userId: users.id,
            conversationId: conversations.id,
            readSeq: conversations.lastSeq,
            leadMessages: conversations.leadMessages,
            updatedAt: conversations.updatedAt,
          })
          .from(conversations)
          .innerJoin(users, and(eq(users.tenantId, conversations.tenantId), eq(users.id, userId)))
          .where(eq(conversations.tenantId, tenantId)),
      )
      await tx.db.insert(auditLog).values({ tenantId, id: uuid(), userId, action: 'onboarding', subject: invitation.id })
      return { tenantId, userId }
    })
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw errors.conflict('Este telefone já está em uso.', { phone: 'Este telefone já está em uso.' })
  }
}
