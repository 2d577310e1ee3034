import { eq } from 'drizzle-orm'
import { changesOf } from '../../../kernel/audit.ts'
import { sqlState, type Tx, UNIQUE_VIOLATION } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { numberProblems, whatsappDirectory, whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import { type Identity, requireConfirmed } from '../../../kernel/http/identity.ts'
import type { NumberInfo, WhatsAppAccount } from '../../../kernel/whatsapp.ts'
import { askForHandshake } from './handshake.ts'
import { askMeta, noteFound } from './inspect-number.ts'
import { keepNumber, noteNumber, requireAgent, TAKEN } from './keep-number.ts'
import { accountOf, asOnPhone, findNumber, type NumberRow, noteStatus, sealToken } from './numbers.ts'
import { appWithSecret, changeSecret } from './own-app.ts'
import { askPhoneSoon } from './past/ask-phone.ts'
import { STOPPING } from './problem-words.ts'
import { clearProblems } from './problems.ts'
import { forgetTemplates } from './templates.ts'

type ManageDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'jobs' | 'mail' | 'publicOrigin' | 'log'>

export interface NewNumber {
  agent_id: string
  phone_number_id: string
  waba_id: string
  access_token: string
  app_secret?: string | undefined
}

export interface NumberChange {
  agent_id?: string | undefined
  waba_id?: string | undefined
  access_token?: string | undefined
  app_secret?: string | undefined
}

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
  let linked: NumberRow
  try {
    linked = await deps.db.system(async (tx) => {
      const appId = input.app_secret === undefined ? null : await appWithSecret(tx, deps, tenantId, input.app_secret)
      const row = await keepNumber(tx, deps, who, { tenantId, agentId: input.agent_id, account, info, appId, historyDays: 0 })
      if (row.mode === 'coexistence') await askPhoneSoon(tx, deps, { tenantId, numberId: row.id })
      return row
    })
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw errors.conflict(TAKEN, { phone_number_id: TAKEN })
  }
  // Without it Meta brings nothing; whether it does is seen by what comes.
  await askForHandshake(deps, linked)
  return linked
}

/**
 * Changes the agent, or the access after Meta has answered for it.
 * @throws as createNumber, and 403 CONFIRMATION_REQUIRED for another account, token or secret without a proof in the last minutes
 */
export async function updateNumber(deps: ManageDeps, who: Identity, id: string, change: NumberChange): Promise<NumberRow> {
  const { tenantId } = who
  const { agent_id: agentId, waba_id: wabaId, access_token: token, app_secret: secret } = change
  const before = await deps.db.tenant(tenantId, async (tx) => {
    if (agentId !== undefined) await requireAgent(tx, tenantId, agentId)
    return findNumber(tx, tenantId, id)
  })
  if (!before) throw errors.notFound()
  if (token !== undefined || secret !== undefined || (wabaId !== undefined && wabaId !== before.wabaId)) requireConfirmed(who)
  const proven =
    wabaId === undefined && token === undefined
      ? null
      : await prove(deps, {
          phoneNumberId: before.phoneNumberId,
          wabaId: wabaId ?? before.wabaId,
          token: token ?? accountOf(deps, before).token,
        })
  const at = deps.clock.now()
  const isElsewhere = (secret !== undefined && before.appId === null) || (wabaId !== undefined && wabaId !== before.wabaId)
  const now = await deps.db.tenant(tenantId, async (tx) => {
    const appId = secret === undefined ? undefined : await appOf(tx, deps, before, secret)
    await tx.db
      .update(whatsappNumbers)
      .set({
        ...(agentId === undefined ? {} : { agentId }),
        ...(wabaId === undefined ? {} : { wabaId }),
        ...(appId === undefined ? {} : { appId }),
        ...(token === undefined ? {} : { accessToken: sealToken(deps, before, token) }),
        // That Meta brings news is shown anew: what came where it was before proves nothing.
        ...(isElsewhere ? { handshakeAt: null, eventAt: null } : {}),
        updatedAt: at,
      })
      .where(ofTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, id)))
    const access = token === undefined && secret === undefined ? {} : { access: 'renewed' }
    const changed = changesOf(before, { agentId, wabaId })
    await noteNumber(tx, who, 'number.changed', before, {
      before: changed?.before ?? {},
      after: { ...changed?.after, ...access },
    })
    const row = proven
      ? await noteStatus(tx, before, { reason: null, ...asOnPhone(before, proven, at) }, at)
      : await findNumber(tx, tenantId, id)
    const mended = [...(proven ? STOPPING : []), ...(token === undefined ? [] : (['expiring'] as const))]
    await clearProblems(
      tx,
      { tenantId, numberId: id },
      [...mended, ...(secret === undefined ? [] : (['signature'] as const))],
      at,
    )
    if (!row) throw errors.notFound()
    return row
  })
  // An account brings nothing to whom it was taken from, nor to where it was never told to.
  if (proven || isElsewhere) await askForHandshake(deps, now)
  return now
}

/** Unlinks a number; what was said stays. @throws 404 */
export function deleteNumber({ db }: ManageDeps, who: Identity, id: string): Promise<void> {
  const { tenantId } = who
  return db.system(async (tx) => {
    const [row] = await tx.db
      .delete(whatsappNumbers)
      .where(ofTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, id)))
      .returning()
    if (!row) throw errors.notFound()
    await tx.db
      .delete(whatsappDirectory)
      .where(ofTenant(whatsappDirectory, tenantId, eq(whatsappDirectory.phoneNumberId, row.phoneNumberId)))
    await tx.db.delete(numberProblems).where(ofTenant(numberProblems, tenantId, eq(numberProblems.numberId, id)))
    await forgetTemplates(tx, row)
    await noteNumber(tx, who, 'number.unlinked', row)
  })
}

/** Asks Meta whether a number still answers to us and keeps what it says. @throws 404, or 503 when Meta does not answer */
export async function checkNumber(deps: ManageDeps, who: Identity, id: string): Promise<NumberRow> {
  const row = await deps.db.tenant(who.tenantId, (tx) => findNumber(tx, who.tenantId, id))
  if (!row) throw errors.notFound()
  const found = await askMeta(deps, row)
  if (!found) throw errors.unavailable()
  if (!found.refusal) await askForHandshake(deps, row)
  const place = { tenantId: who.tenantId, numberId: id }
  const now = await deps.db.tenant(who.tenantId, (tx) =>
    noteFound(tx, deps, place, found, { byPerson: true, at: deps.clock.now() }),
  )
  if (!now) throw errors.notFound()
  return now
}

/** The app of a number by its new secret: its own with that instead of the one before, or its first. */
async function appOf(tx: Tx, deps: ManageDeps, { tenantId, appId }: NumberRow, secret: string): Promise<string> {
  if (appId === null) return appWithSecret(tx, deps, tenantId, secret)
  await changeSecret(tx, deps, { tenantId, id: appId }, secret)
  return appId
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
