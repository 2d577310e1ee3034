import { eq } from 'drizzle-orm'
import { type Identity, requireRecentConfirmation } from '../../../../platform/access/identity.ts'
import { getChangedFields } from '../../../../platform/audit/audit.ts'
import { getSqlState, type Tx, UNIQUE_VIOLATION } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { numberProblems, whatsappDirectory, whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import type { NumberInfo, WhatsAppAccount } from '../../../../platform/external-services/whatsapp-api.ts'
import { schedulePhoneHistoryRequest } from '../history-import/request-phone-history.ts'
import { fetchNumberState, storeInspection } from '../number-health/inspect-number.ts'
import { STOPPING_PROBLEMS } from '../number-health/problem-texts.ts'
import { clearProblems } from '../number-health/problems.ts'
import { findOrCreateApp, updateAppSecret } from '../own-apps/channel-apps.ts'
import { deleteNumberTemplates } from '../templates/templates.ts'
import { requestWebhookHandshake } from '../webhook/webhook-handshake.ts'
import { auditNumberChange, insertNumber, NUMBER_ALREADY_LINKED_TEXT, requireAgent } from './insert-number.ts'
import {
  encryptToken,
  findWhatsAppNumber,
  getWhatsAppAccount,
  updateNumberStatus,
  type WhatsAppNumberRow,
  withCoexistenceMode,
} from './numbers.ts'

type ManageNumberDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'jobs' | 'mailer' | 'publicOrigin' | 'log'>

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
 * Links a WhatsApp number to an agent. Meta first verifies the access token, which proves that the organisation owns the number.
 * @throws 400 if Meta refuses, 404 if the agent does not exist, 409 if the number is already linked, 503 if Meta does not respond
 */
export async function createNumber(deps: ManageNumberDeps, identity: Identity, input: NewNumber): Promise<WhatsAppNumberRow> {
  const { tenantId } = identity
  await deps.db.tenant(tenantId, (tx) => requireAgent(tx, tenantId, input.agent_id))
  const account = { phoneNumberId: input.phone_number_id, wabaId: input.waba_id, token: input.access_token }
  const info = await verifyNumberAccess(deps, account)
  let linked: WhatsAppNumberRow
  try {
    linked = await deps.db.system(async (tx) => {
      const appId = input.app_secret === undefined ? null : await findOrCreateApp(tx, deps, tenantId, input.app_secret)
      const row = await insertNumber(tx, deps, identity, {
        tenantId,
        agentId: input.agent_id,
        account,
        info,
        appId,
        historyDays: 0,
      })
      if (row.mode === 'coexistence') await schedulePhoneHistoryRequest(tx, deps, { tenantId, numberId: row.id })
      return row
    })
  } catch (error) {
    if (getSqlState(error) !== UNIQUE_VIOLATION) throw error
    throw errors.conflict(NUMBER_ALREADY_LINKED_TEXT, { phone_number_id: NUMBER_ALREADY_LINKED_TEXT })
  }
  // Meta sends no webhooks before it has verified the webhook URL.
  await requestWebhookHandshake(deps, linked)
  return linked
}

/**
 * Changes the agent, account, token or app secret of a WhatsApp number. Meta first verifies a new account or token.
 * @throws 404 if the number does not exist, 403 CONFIRMATION_REQUIRED if account, token or secret change without a recent proof of
 * identity; otherwise like `createNumber`
 */
export async function updateNumber(
  deps: ManageNumberDeps,
  identity: Identity,
  id: string,
  change: NumberChange,
): Promise<WhatsAppNumberRow> {
  const { tenantId } = identity
  const { agent_id: agentId, waba_id: wabaId, access_token: token, app_secret: secret } = change
  const before = await deps.db.tenant(tenantId, async (tx) => {
    if (agentId !== undefined) await requireAgent(tx, tenantId, agentId)
    return findWhatsAppNumber(tx, tenantId, id)
  })
  if (!before) throw errors.notFound()
  if (token !== undefined || secret !== undefined || (wabaId !== undefined && wabaId !== before.wabaId))
    requireRecentConfirmation(identity)
  const verifiedInfo =
    wabaId === undefined && token === undefined
      ? null
      : await verifyNumberAccess(deps, {
          phoneNumberId: before.phoneNumberId,
          wabaId: wabaId ?? before.wabaId,
          token: token ?? getWhatsAppAccount(deps, before).token,
        })
  const at = deps.clock.now()
  const needsNewHandshake = (secret !== undefined && before.appId === null) || (wabaId !== undefined && wabaId !== before.wabaId)
  const updated = await deps.db.tenant(tenantId, async (tx) => {
    const appId = secret === undefined ? undefined : await setAppSecret(tx, deps, before, secret)
    await tx.db
      .update(whatsappNumbers)
      .set({
        ...(agentId === undefined ? {} : { agentId }),
        ...(wabaId === undefined ? {} : { wabaId }),
        ...(appId === undefined ? {} : { appId }),
        ...(token === undefined ? {} : { accessToken: encryptToken(deps, before, token) }),
        // Webhooks that arrived through the previous account or app do not prove that the new one works.
        ...(needsNewHandshake ? { handshakeAt: null, eventAt: null } : {}),
        updatedAt: at,
      })
      .where(whereTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, id)))
    const access = token === undefined && secret === undefined ? {} : { access: 'renewed' }
    const changedFields = getChangedFields(before, { agentId, wabaId })
    await auditNumberChange(tx, identity, 'number.changed', before, {
      before: changedFields?.before ?? {},
      after: { ...changedFields?.after, ...access },
    })
    const row = verifiedInfo
      ? await updateNumberStatus(tx, before, { reason: null, ...withCoexistenceMode(before, verifiedInfo, at) }, at)
      : await findWhatsAppNumber(tx, tenantId, id)
    const solvedProblems = [...(verifiedInfo ? STOPPING_PROBLEMS : []), ...(token === undefined ? [] : (['expiring'] as const))]
    await clearProblems(
      tx,
      { tenantId, numberId: id },
      [...solvedProblems, ...(secret === undefined ? [] : (['signature'] as const))],
      at,
    )
    if (!row) throw errors.notFound()
    return row
  })
  // A changed account or app may not be subscribed to the webhook yet, or Meta may not know its webhook URL.
  if (verifiedInfo || needsNewHandshake) await requestWebhookHandshake(deps, updated)
  return updated
}

/** Unlinks a WhatsApp number. Its conversations remain. @throws 404 if the number does not exist */
export function deleteNumber({ db }: ManageNumberDeps, identity: Identity, id: string): Promise<void> {
  const { tenantId } = identity
  return db.system(async (tx) => {
    const [row] = await tx.db
      .delete(whatsappNumbers)
      .where(whereTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, id)))
      .returning()
    if (!row) throw errors.notFound()
    await tx.db
      .delete(whatsappDirectory)
      .where(whereTenant(whatsappDirectory, tenantId, eq(whatsappDirectory.phoneNumberId, row.phoneNumberId)))
    await tx.db.delete(numberProblems).where(whereTenant(numberProblems, tenantId, eq(numberProblems.numberId, id)))
    await deleteNumberTemplates(tx, row)
    await auditNumberChange(tx, identity, 'number.unlinked', row)
  })
}

/**
 * Checks with Meta whether a WhatsApp number is accessible, and stores the result.
 * @throws 404 if the number does not exist, 503 if Meta does not respond
 */
export async function checkNumber(deps: ManageNumberDeps, identity: Identity, id: string): Promise<WhatsAppNumberRow> {
  const row = await deps.db.tenant(identity.tenantId, (tx) => findWhatsAppNumber(tx, identity.tenantId, id))
  if (!row) throw errors.notFound()
  const inspection = await fetchNumberState(deps, row)
  if (!inspection) throw errors.unavailable()
  if (!inspection.refusal) await requestWebhookHandshake(deps, row)
  const numberRef = { tenantId: identity.tenantId, numberId: id }
  const updated = await deps.db.tenant(identity.tenantId, (tx) =>
    storeInspection(tx, deps, numberRef, inspection, { isUserRequest: true, at: deps.clock.now() }),
  )
  if (!updated) throw errors.notFound()
  return updated
}

/** Stores the secret of the Meta app that a WhatsApp number uses, and returns the app's id. Creates the app if the number has none. */
async function setAppSecret(
  tx: Tx,
  deps: ManageNumberDeps,
  { tenantId, appId }: WhatsAppNumberRow,
  secret: string,
): Promise<string> {
  if (appId === null) return findOrCreateApp(tx, deps, tenantId, secret)
  await updateAppSecret(tx, deps, { tenantId, id: appId }, secret)
  return appId
}

/**
 * Verifies with Meta that the access token gives access to the WhatsApp number and its account. Returns the number's data.
 * @throws 400 if Meta refuses, 503 if Meta does not respond
 */
async function verifyNumberAccess({ whatsapp }: ManageNumberDeps, account: WhatsAppAccount): Promise<NumberInfo> {
  const number = await whatsapp.fetchNumberInfo(account)
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
