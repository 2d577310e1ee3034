import type { AuditFields } from '@prosa/contract/entities/audit'
import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { actorOf, audit, changesOf } from '../../../kernel/audit.ts'
import { isUuid, sqlState, type Tx, UNIQUE_VIOLATION } from '../../../kernel/db/database.ts'
import { agents } from '../../../kernel/db/schema/conversations.ts'
import { whatsappDirectory, whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import type { Identity } from '../../../kernel/http/identity.ts'
import type { NumberInfo, WhatsAppAccount } from '../../../kernel/whatsapp.ts'
import { meaningOf } from './error-codes.ts'
import { accountOf, findNumber, type NumberRow, noteStatus, sealToken } from './numbers.ts'

type ManageDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp'>

export interface NewNumber {
  agent_id: string
  phone_number_id: string
  waba_id: string
  access_token: string
}

export interface NumberChange {
  agent_id?: string | undefined
  waba_id?: string | undefined
  access_token?: string | undefined
}

const TAKEN = 'Este número já está ligado a uma organização.'

/**
 * Links a number to an agent. Meta must answer for the number with this token first: that proves that the number is theirs to link,
 * because a number belongs to one organisation only.
 * @throws 400 when Meta refuses, 404 without such an agent, 409 when the number is linked already, 503 when Meta does not answer
 */
export async function createNumber(deps: ManageDeps, who: Identity, input: NewNumber): Promise<NumberRow> {
  const { tenantId } = who
  await deps.db.tenant(tenantId, (tx) => requireAgent(tx, tenantId, input.agent_id))
  const account = { phoneNumberId: input.phone_number_id, wabaId: input.waba_id, token: input.access_token }
  const info = await prove(deps, account)
  const id = uuid()
  const at = deps.clock.now()
  try {
    return await deps.db.system(async (tx) => {
      await tx.db.insert(whatsappDirectory).values({ phoneNumberId: account.phoneNumberId, tenantId, numberId: id })
      const [row] = await tx.db
        .insert(whatsappNumbers)
        .values({
          tenantId,
          id,
          agentId: input.agent_id,
          phoneNumberId: account.phoneNumberId,
          wabaId: account.wabaId,
          ...info,
          accessToken: sealToken(deps, { tenantId, id }, account.token),
          checkedAt: at,
          createdAt: at,
          updatedAt: at,
        })
        .returning()
      if (!row) throw new Error('An insert returned nothing')
      await note(tx, who, 'number.linked', row)
      return row
    })
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw errors.conflict(TAKEN, { phone_number_id: TAKEN })
  }
}

/** Changes the agent, or the access after Meta has answered for it. @throws as createNumber */
export async function updateNumber(deps: ManageDeps, who: Identity, id: string, change: NumberChange): Promise<NumberRow> {
  const { tenantId } = who
  const { agent_id: agentId, waba_id: wabaId, access_token: token } = change
  const before = await deps.db.tenant(tenantId, async (tx) => {
    if (agentId !== undefined) await requireAgent(tx, tenantId, agentId)
    return findNumber(tx, tenantId, id)
  })
  if (!before) throw errors.notFound()
  const proven =
    wabaId === undefined && token === undefined
      ? null
      : await prove(deps, {
          phoneNumberId: before.phoneNumberId,
          wabaId: wabaId ?? before.wabaId,
          token: token ?? accountOf(deps, before).token,
        })
  const at = deps.clock.now()
  return deps.db.tenant(tenantId, async (tx) => {
    await tx.db
      .update(whatsappNumbers)
      .set({
        ...(agentId === undefined ? {} : { agentId }),
        ...(wabaId === undefined ? {} : { wabaId }),
        ...(token === undefined ? {} : { accessToken: sealToken(deps, before, token) }),
        updatedAt: at,
      })
      .where(and(eq(whatsappNumbers.tenantId, tenantId), eq(whatsappNumbers.id, id)))
    const access = token === undefined ? {} : { access: 'renewed' }
    const changed = changesOf(before, { agentId, wabaId })
    await note(tx, who, 'number.changed', before, { before: changed?.before ?? {}, after: { ...changed?.after, ...access } })
    const row = proven ? await noteStatus(tx, before, { reason: null, ...proven }, at) : await findNumber(tx, tenantId, id)
    if (!row) throw errors.notFound()
    return row
  })
}

/** Unlinks a number; what was said stays. @throws 404 */
export function deleteNumber({ db }: ManageDeps, who: Identity, id: string): Promise<void> {
  const { tenantId } = who
  return db.system(async (tx) => {
    const [row] = await tx.db
      .delete(whatsappNumbers)
      .where(and(eq(whatsappNumbers.tenantId, tenantId), eq(whatsappNumbers.id, id)))
      .returning()
    if (!row) throw errors.notFound()
    await tx.db
      .delete(whatsappDirectory)
      .where(and(eq(whatsappDirectory.tenantId, tenantId), eq(whatsappDirectory.phoneNumberId, row.phoneNumberId)))
    await note(tx, who, 'number.unlinked', row)
  })
}

/** Asks Meta whether a number still answers to us and keeps what it says. @throws 404, or 503 when Meta does not answer */
export async function checkNumber(deps: ManageDeps, who: Identity, id: string): Promise<NumberRow> {
  const row = await deps.db.tenant(who.tenantId, (tx) => findNumber(tx, who.tenantId, id))
  if (!row) throw errors.notFound()
  const answer = await deps.whatsapp.describeNumber(accountOf(deps, row))
  if (answer.kind === 'unreachable') throw errors.unavailable()
  const found = answer.kind === 'answered' ? { reason: null, ...answer.value } : { reason: meaningOf(answer.code).reason }
  const now = await deps.db.tenant(who.tenantId, (tx) => noteStatus(tx, row, found, deps.clock.now()))
  if (!now) throw errors.notFound()
  return now
}

/** The number and the account answer to this token. */
async function prove({ whatsapp }: ManageDeps, account: WhatsAppAccount): Promise<NumberInfo> {
  const number = await whatsapp.describeNumber(account)
  if (number.kind === 'unreachable') throw errors.unavailable()
  if (number.kind === 'refused') {
    const reason = 'A Meta não reconhece este número com este token. Confira o ID do número e o token.'
    throw errors.invalid(reason, { [number.code === 190 ? 'access_token' : 'phone_number_id']: reason })
  }
  const templates = await whatsapp.listTemplates(account)
  if (templates.kind === 'unreachable') throw errors.unavailable()
  if (templates.kind === 'refused') {
    const reason = 'A Meta não reconhece esta conta do WhatsApp com este token. Confira o ID da conta.'
    throw errors.invalid(reason, { waba_id: reason })
  }
  return number.value
}

async function requireAgent(tx: Tx, tenantId: string, agentId: string): Promise<void> {
  if (!isUuid(agentId)) throw errors.notFound()
  const [row] = await tx.db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId)))
  if (!row) throw errors.notFound()
}

/** Never the token that opens a number: that it was renewed is all that is told. */
const note = (
  tx: Tx,
  who: Identity,
  action: 'number.linked' | 'number.changed' | 'number.unlinked',
  { id, displayNumber }: NumberRow,
  changes: { before?: AuditFields; after?: AuditFields } = {},
): Promise<void> =>
  audit(tx, {
    tenantId: who.tenantId,
    actor: actorOf(who),
    action,
    subject: { kind: 'number', id, label: displayNumber },
    ...changes,
  })
