import { eq } from 'drizzle-orm'
import { sqlState, type Tx, UNIQUE_VIOLATION } from '../../../../kernel/db/database.ts'
import { ofTenant } from '../../../../kernel/db/of-tenant.ts'
import { whatsappNumbers } from '../../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../../kernel/deps.ts'
import type { Identity } from '../../../../kernel/http/identity.ts'
import { meaningOf } from '../error-codes.ts'
import { askForHandshake } from '../handshake.ts'
import { keepNumber, noteNumber, type ProvenNumber, TAKEN } from '../keep-number.ts'
import { accountOf, findNumber, type NumberRow, noteStatus, sealToken } from '../numbers.ts'
import { askPhoneSoon } from '../past/ask-phone.ts'
import { writeSync } from '../past/syncs.ts'
import { STOPPING } from '../problem-words.ts'
import { clearProblems } from '../problems.ts'
import { noteRegistered, registerAt, whyNotRegistered } from '../register-number.ts'
import { chooseNumber, linkedOf, TAKEN_ACCOUNT, UNREACHED } from './choose-number.ts'
import { findSignup, type OfSignup, type SignupRow, signupBox, writeSignup } from './signups.ts'
import { dropUnclaimed } from './unclaimed.ts'

export type AdvanceDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'jobs' | 'mail' | 'publicOrigin' | 'log'>
interface By {
  who: Identity
  pin?: string | undefined
}
/** Reason why the process stopped, with other changes to store. Null if the step succeeded and stored its result. */
type Stop = { failure: string } & Partial<SignupRow>

const UNLINKED = 'O número foi desligado enquanto era ligado.'

/** The remaining steps by the last completed one. Each can be repeated after an interruption. */
const STEPS = { granted: keep, kept: subscribe, subscribed: register } as const
const isOpen = (step: SignupRow['step']): step is keyof typeof STEPS => step in STEPS

/**
 * Continues the process of connecting a number until it is complete or stops. The reason is stored, and a later call continues from there.
 */
export async function advance(deps: AdvanceDeps, place: OfSignup, by: By): Promise<void> {
  const { db, clock } = deps
  for (;;) {
    const row = await db.tenant(place.tenantId, (tx) => findSignup(tx, place))
    if (!row || !isOpen(row.step)) return
    const stop = await STEPS[row.step](deps, row, by)
    if (!stop) continue
    await db.tenant(place.tenantId, (tx) => writeSignup(tx, place, stop, clock.now()))
    return
  }
}

/** Stores the number first, because Meta may send webhook events immediately. */
async function keep(deps: AdvanceDeps, row: SignupRow, { who }: By): Promise<Stop | null> {
  const { tenantId, agentId } = row
  const found = await chooseNumber(deps, row, signupBox(deps, row).open(row.accessToken ?? ''))
  if ('failure' in found) return found.isOver ? over(found.failure) : { failure: found.failure }
  const {
    account,
    info: { phoneNumberId: _id, onboardedAt: _at, ...told },
  } = found
  // The user's choice overrides Meta's API, which may be outdated.
  const info = row.mode === 'coexistence' ? { ...told, mode: 'coexistence' as const } : told
  const historyDays = info.mode === 'coexistence' ? row.historyDays : 0
  const number: ProvenNumber = { tenantId, agentId, account, info, appId: null, historyDays }
  try {
    return await deps.db.system(async (tx) => {
      const { foreign, own } = await linkedOf(tx, tenantId, [found])
      if (foreign.size > 0) return over(TAKEN_ACCOUNT)
      const { id } = own.size > 0 ? await renewNumber(tx, deps, who, number) : await keepNumber(tx, deps, who, number)
      await dropUnclaimed(tx, account.wabaId)
      await writeSignup(tx, row, { step: 'kept', numberId: id, accessToken: null }, deps.clock.now())
      return null
    })
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    // The number was stored concurrently: by this process in another window, which has then moved to the next step, or by another process.
    const now = await deps.db.tenant(tenantId, (tx) => findSignup(tx, row))
    return now?.step === 'granted' ? { failure: TAKEN } : null
  }
}

/** Discards an access token that is of no use here. */
const over = (failure: string): Stop => ({ failure, step: 'returned', accessToken: null })

/** Updates a number of the tenant that is connected again with a new access token. The phone's history may be requested again. */
async function renewNumber(
  system: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  who: Identity,
  { tenantId, agentId, account, info, historyDays }: ProvenNumber,
): Promise<NumberRow> {
  const at = deps.clock.now()
  const its = ofTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.phoneNumberId, account.phoneNumberId))
  const [before] = await system.db.select().from(whatsappNumbers).where(its)
  if (!before) throw new Error('A number of the directory has no row')
  await system.db
    .update(whatsappNumbers)
    .set({
      agentId,
      appId: null,
      wabaId: account.wabaId,
      accessToken: sealToken(deps, before, account.token),
      historyDays,
      onboardedAt: at,
      // Reset, because events received with the previous access do not prove that the new one works.
      eventAt: null,
      firstMessageAt: null,
    })
    .where(its)
  const place = { tenantId, numberId: before.id }
  await clearProblems(system, place, [...STOPPING, 'expiring', 'signature'], at)
  const none = { contactsAskedAt: null, contactsTakenAt: null, historyAskedAt: null, historyTakenAt: null, reason: null }
  await writeSync(system, place, { state: 'none', progress: 0, ...none }, at)
  await noteNumber(system, who, 'number.changed', before, { after: { access: 'renewed' } })
  return (await noteStatus(system, before, { reason: null, ...info }, at)) ?? before
}

/** Subscribes the account to the webhook. Only then requests the phone's history, which arrives as webhook events. */
async function subscribe(deps: AdvanceDeps, row: SignupRow): Promise<Stop | null> {
  const number = await numberOf(deps, row)
  if (!number) return over(UNLINKED)
  const answer = await deps.whatsapp.subscribe(accountOf(deps, number))
  if (answer.kind === 'unreachable') return { failure: UNREACHED }
  if (answer.kind === 'refused') return { failure: `A Meta não avisa a Prosa do que chega. ${meaningOf(answer.code).reason}` }
  await askForHandshake(deps, number)
  const isOnPhone = row.mode === 'coexistence' || number.mode === 'coexistence'
  await deps.db.tenant(row.tenantId, async (tx) => {
    await writeSignup(tx, row, { step: isOnPhone ? 'done' : 'subscribed' }, deps.clock.now())
    if (isOnPhone) await askPhoneSoon(tx, deps, { tenantId: row.tenantId, numberId: number.id })
  })
  return null
}

/** Registers the number for sending. A number that stays on its phone is not registered, because that would remove it from the phone. */
async function register(deps: AdvanceDeps, row: SignupRow, { pin }: By): Promise<Stop | null> {
  const number = await numberOf(deps, row)
  if (!number) return over(UNLINKED)
  const answer = await registerAt(deps, number, pin)
  if (answer.kind === 'unreachable') return { failure: UNREACHED }
  if (answer.kind === 'refused') return { failure: whyNotRegistered(answer.code) }
  await deps.db.tenant(row.tenantId, async (tx) => {
    const at = deps.clock.now()
    await noteRegistered(tx, number, at)
    await writeSignup(tx, row, { step: 'done' }, at)
  })
  return null
}

const numberOf = ({ db }: AdvanceDeps, { tenantId, numberId }: SignupRow): Promise<NumberRow | null> =>
  numberId === null ? Promise.resolve(null) : db.tenant(tenantId, (tx) => findNumber(tx, tenantId, numberId))
