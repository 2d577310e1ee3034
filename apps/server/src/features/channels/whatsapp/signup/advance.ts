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
/** What keeps it from going on, in words, and what else is to be written of it; null: it went on, and has written so. */
type Stop = { failure: string } & Partial<SignupRow>

const UNLINKED = 'O número foi desligado enquanto era ligado.'

/** Each step, from the last good one. Done again after it was cut off, it comes to the same. */
const STEPS = { granted: keep, kept: subscribe, subscribed: register } as const
const isOpen = (step: SignupRow['step']): step is keyof typeof STEPS => step in STEPS

/** Takes a linking as far as it goes; where it stops stands in its row, and it goes on from there. */
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

/** Keeps the number, before anything of it can be told: Meta may bring webhooks at once. */
async function keep(deps: AdvanceDeps, row: SignupRow, { who }: By): Promise<Stop | null> {
  const { tenantId, agentId } = row
  const found = await chooseNumber(deps, row, signupBox(deps, row).open(row.accessToken ?? ''))
  if ('failure' in found) return found.isOver ? over(found.failure) : { failure: found.failure }
  const {
    account,
    info: { phoneNumberId: _id, onboardedAt: _at, ...told },
  } = found
  // What somebody says of the phone holds until Meta says it too: it may lag behind its own page.
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
    // Somebody was quicker: this very linking in another window, which has written so, or another one.
    const now = await deps.db.tenant(tenantId, (tx) => findSignup(tx, row))
    return now?.step === 'granted' ? { failure: TAKEN } : null
  }
}

/** The access is of no use here, and is not kept. */
const over = (failure: string): Stop => ({ failure, step: 'returned', accessToken: null })

/** A number that the tenant has already comes back with a new access, and its phone may be asked anew. */
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
      // That it works is shown anew: what came by the access before proves nothing of this one.
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

/** Has the account's news brought here; a phone is asked for what it has only then, for what it hands over comes as news. */
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

/** Opens the number for sending. One that stays on its phone is not registered: that would take it from there. */
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
