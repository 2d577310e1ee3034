import { eq } from 'drizzle-orm'
import type { Identity } from '../../../../platform/access/identity.ts'
import { getSqlState, type Tx, UNIQUE_VIOLATION } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { upsertHistorySync } from '../history-import/history-syncs.ts'
import { schedulePhoneHistoryRequest } from '../history-import/request-phone-history.ts'
import { STOPPING_PROBLEMS } from '../number-health/problem-texts.ts'
import { clearProblems } from '../number-health/problems.ts'
import { auditNumberChange, insertNumber, NUMBER_ALREADY_LINKED_TEXT, type VerifiedNumber } from '../numbers/insert-number.ts'
import {
  encryptToken,
  findWhatsAppNumber,
  getWhatsAppAccount,
  updateNumberStatus,
  type WhatsAppNumberRow,
} from '../numbers/numbers.ts'
import { clearRegistrationProblems, getRegistrationFailure, registerAtMeta } from '../numbers/register-number.ts'
import { requestWebhookHandshake } from '../webhook/webhook-handshake.ts'
import { ACCOUNT_ALREADY_LINKED_TEXT, chooseNumber, findLinkedIds, META_UNREACHABLE_TEXT } from './choose-number.ts'
import { findSignup, getSignupSecretBox, type SignupRef, type SignupRow, updateSignup } from './signups.ts'
import { deleteUnclaimedAccount } from './unclaimed-accounts.ts'

export type SignupDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'jobs' | 'mailer' | 'publicOrigin' | 'log'>
interface StepInput {
  identity: Identity
  pin?: string | undefined
}
/** Failure of a sign-up step: the Portuguese reason, and other changes of the sign-up row. */
type StepFailure = { failure: string } & Partial<SignupRow>

const NUMBER_UNLINKED = 'O número foi desligado enquanto era ligado.'

/** Function that runs the next step, by the last completed step. Each function can be repeated after an interruption. */
const STEP_HANDLERS = { granted: storeNumber, kept: subscribeAccount, subscribed: registerLinkedNumber } as const
const isUnfinished = (step: SignupRow['step']): step is keyof typeof STEP_HANDLERS => step in STEP_HANDLERS

/**
 * Runs the remaining steps of connecting a WhatsApp number until one fails. Stores the reason of the failure; the next call continues with
 * the failed step.
 */
export async function advanceSignup(deps: SignupDeps, signupRef: SignupRef, input: StepInput): Promise<void> {
  const { db, clock } = deps
  for (;;) {
    const row = await db.tenant(signupRef.tenantId, (tx) => findSignup(tx, signupRef))
    if (!row || !isUnfinished(row.step)) return
    const stepFailure = await STEP_HANDLERS[row.step](deps, row, input)
    if (!stepFailure) continue
    await db.tenant(signupRef.tenantId, (tx) => updateSignup(tx, signupRef, stepFailure, clock.now()))
    return
  }
}

/** Stores the WhatsApp number of a sign-up. Runs first, because Meta may send webhook events for the number immediately. */
async function storeNumber(deps: SignupDeps, row: SignupRow, { identity }: StepInput): Promise<StepFailure | null> {
  const { tenantId, agentId } = row
  const choice = await chooseNumber(deps, row, getSignupSecretBox(deps, row).decrypt(row.accessToken ?? ''))
  if ('failure' in choice) return choice.mustRestart ? toFinalFailure(choice.failure) : { failure: choice.failure }
  const {
    account,
    info: { phoneNumberId: _id, onboardedAt: _at, ...numberInfo },
  } = choice
  // The mode that the user chose has priority, because the mode that Meta reports may be outdated.
  const info = row.mode === 'coexistence' ? { ...numberInfo, mode: 'coexistence' as const } : numberInfo
  const historyDays = info.mode === 'coexistence' ? row.historyDays : 0
  const number: VerifiedNumber = { tenantId, agentId, account, info, appId: null, historyDays }
  try {
    return await deps.db.system(async (tx) => {
      const { ofOtherTenants: foreign, ofThisTenant: own } = await findLinkedIds(tx, tenantId, [choice])
      if (foreign.size > 0) return toFinalFailure(ACCOUNT_ALREADY_LINKED_TEXT)
      const { id } = own.size > 0 ? await renewNumber(tx, deps, identity, number) : await insertNumber(tx, deps, identity, number)
      await deleteUnclaimedAccount(tx, account.wabaId)
      await updateSignup(tx, row, { step: 'kept', numberId: id, accessToken: null }, deps.clock.now())
      return null
    })
  } catch (error) {
    if (getSqlState(error) !== UNIQUE_VIOLATION) throw error
    // Another request has stored the number. If that request belonged to this sign-up, the sign-up is now at the next step.
    const current = await deps.db.tenant(tenantId, (tx) => findSignup(tx, row))
    return current?.step === 'granted' ? { failure: NUMBER_ALREADY_LINKED_TEXT } : null
  }
}

/**
 * Returns the changes for a failure after which the user must start again at Meta's sign-up page. Deletes the access token, which is
 * useless then.
 */
const toFinalFailure = (failure: string): StepFailure => ({ failure, step: 'returned', accessToken: null })

/**
 * Updates a WhatsApp number of the organisation that was connected again. Resets the history import, because the history can be requested
 * again.
 */
async function renewNumber(
  system: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  identity: Identity,
  { tenantId, agentId, account, info, historyDays }: VerifiedNumber,
): Promise<WhatsAppNumberRow> {
  const at = deps.clock.now()
  const numberCondition = whereTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.phoneNumberId, account.phoneNumberId))
  const [before] = await system.db.select().from(whatsappNumbers).where(numberCondition)
  if (!before) throw new Error('A number of the directory has no row')
  await system.db
    .update(whatsappNumbers)
    .set({
      agentId,
      appId: null,
      wabaId: account.wabaId,
      accessToken: encryptToken(deps, before, account.token),
      historyDays,
      onboardedAt: at,
      // Events that were received with the previous access do not prove that the new one works.
      eventAt: null,
      firstMessageAt: null,
    })
    .where(numberCondition)
  const numberRef = { tenantId, numberId: before.id }
  await clearProblems(system, numberRef, [...STOPPING_PROBLEMS, 'expiring', 'signature'], at)
  const resetColumns = { contactsAskedAt: null, contactsTakenAt: null, historyAskedAt: null, historyTakenAt: null, reason: null }
  await upsertHistorySync(system, numberRef, { state: 'none', progress: 0, ...resetColumns }, at)
  await auditNumberChange(system, identity, 'number.changed', before, { after: { access: 'renewed' } })
  return (await updateNumberStatus(system, before, { reason: null, ...info }, at)) ?? before
}

/** Subscribes the WhatsApp account to the webhook. Then requests the phone's history, because the history arrives as webhook events. */
async function subscribeAccount(deps: SignupDeps, row: SignupRow): Promise<StepFailure | null> {
  const number = await findSignupNumber(deps, row)
  if (!number) return toFinalFailure(NUMBER_UNLINKED)
  const response = await deps.whatsapp.subscribeToWebhooks(getWhatsAppAccount(deps, number))
  if (response.kind === 'unreachable') return { failure: META_UNREACHABLE_TEXT }
  if (response.kind === 'refused')
    return { failure: `A Meta não avisa a Prosa do que chega. ${getErrorMeaning(response.code).reason}` }
  await requestWebhookHandshake(deps, number)
  const isOnPhone = row.mode === 'coexistence' || number.mode === 'coexistence'
  await deps.db.tenant(row.tenantId, async (tx) => {
    await updateSignup(tx, row, { step: isOnPhone ? 'done' : 'subscribed' }, deps.clock.now())
    if (isOnPhone) await schedulePhoneHistoryRequest(tx, deps, { tenantId: row.tenantId, numberId: number.id })
  })
  return null
}

/**
 * Registers the WhatsApp number at Meta for sending. Not used for a number that stays on its phone, because the phone would lose the
 * number.
 */
async function registerLinkedNumber(deps: SignupDeps, row: SignupRow, { pin }: StepInput): Promise<StepFailure | null> {
  const number = await findSignupNumber(deps, row)
  if (!number) return toFinalFailure(NUMBER_UNLINKED)
  const response = await registerAtMeta(deps, number, pin)
  if (response.kind === 'unreachable') return { failure: META_UNREACHABLE_TEXT }
  if (response.kind === 'refused') return { failure: getRegistrationFailure(response.code) }
  await deps.db.tenant(row.tenantId, async (tx) => {
    const at = deps.clock.now()
    await clearRegistrationProblems(tx, number, at)
    await updateSignup(tx, row, { step: 'done' }, at)
  })
  return null
}

const findSignupNumber = ({ db }: SignupDeps, { tenantId, numberId }: SignupRow): Promise<WhatsAppNumberRow | null> =>
  numberId === null ? Promise.resolve(null) : db.tenant(tenantId, (tx) => findWhatsAppNumber(tx, tenantId, numberId))
