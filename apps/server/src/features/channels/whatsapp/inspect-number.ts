import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { Jobs } from '../../../kernel/job-names.ts'
import type { NumberHealth, NumberInfo } from '../../../kernel/whatsapp.ts'
import { meaningOf } from './error-codes.ts'
import { breakNumber } from './heed-refusal.ts'
import { readLimit } from './limit.ts'
import { accountOf, asOnPhone, type ForNumber, findNumber, holdNumber, type NumberRow, noteStatus } from './numbers.ts'
import { problemOfCode, STOPPING } from './problem-words.ts'
import { clearProblems, raiseProblem, stopsSince, tellOfNumber } from './problems.ts'
import { countPeople } from './watch-number.ts'

export type InspectDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'whatsapp' | 'mail'>

/** What Meta told of a number, each part by itself: one that it does not give costs nothing of the rest. */
interface Found {
  info: NumberInfo | null
  refusal: { code: number | null } | null
  health: NumberHealth | null
  /** Null: it did not say; null inside: for ever. */
  expiry: { at: Date | null } | null
}

/** Mended by a machine only when it has stood for so long: what Meta says of an account may lag behind what it does. */
const LAG_MS = 600_000
const EXPIRES_SOON_MS = 7 * 86_400_000
const NOTICE_STANDS_MS = 7 * 86_400_000

/** Asks Meta how a number is. @returns null when Meta does not answer */
export async function askMeta({ whatsapp, config }: Pick<Deps, 'whatsapp' | 'config'>, row: NumberRow): Promise<Found | null> {
  const account = accountOf({ config }, row)
  const answer = await whatsapp.describeNumber(account)
  if (answer.kind === 'unreachable') return null
  if (answer.kind === 'refused') return { info: null, refusal: answer, health: null, expiry: null }
  const [health, expiry] = await Promise.all([whatsapp.askHealth(account), whatsapp.askExpiry(account)])
  return {
    info: answer.value,
    refusal: null,
    health: health.kind === 'answered' ? health.value : null,
    expiry: expiry.kind === 'answered' ? { at: expiry.value.until } : null,
  }
}

/** Keeps what Meta said, raises what is wrong and clears what is not. `byPerson`: somebody says that it is mended. */
export async function noteFound(
  tx: Tx,
  deps: Pick<InspectDeps, 'jobs' | 'mail'>,
  place: ForNumber,
  { info, refusal, health, expiry }: Found,
  { byPerson, at }: { byPerson: boolean; at: Date },
): Promise<NumberRow | null> {
  // A refusal that comes meanwhile is newer than what Meta had said before it.
  const before = await holdNumber(tx, place)
  if (!before) return null
  if (refusal) {
    const { reason, broken } = meaningOf(refusal.code)
    if (broken || byPerson) {
      const problem = refusal.code === null ? 'refused' : problemOfCode(refusal.code)
      await breakNumber(tx, deps, place, { problem, reason, saidAt: at }, at)
    }
    return findNumber(tx, place.tenantId, place.numberId)
  }
  const mine = ofTenant(whatsappNumbers, place.tenantId, eq(whatsappNumbers.id, place.numberId))
  const told = {
    ...asOnPhone(before, info, at),
    ...(health?.quality ? { quality: health.quality } : {}),
    ...(health?.limit ? { messagingLimit: readLimit(health.limit) } : {}),
    ...(expiry ? { tokenExpiresAt: expiry.at } : {}),
  }
  await tx.db
    .update(whatsappNumbers)
    .set({ ...told, healthAskedAt: at, checkedAt: at, updatedAt: at })
    .where(mine)
  const isBlocked = health?.canSend === 'BLOCKED'
  const stopped = before.status === 'broken' && health?.canSend !== undefined && (await stopsSince(tx, place))
  const mayMend = byPerson || (stopped !== false && at.getTime() - (stopped?.getTime() ?? 0) > LAG_MS)
  if (isBlocked) await breakBy(tx, deps, place, health, at)
  else if (mayMend) {
    await noteStatus(tx, before, { reason: null }, at)
    await clearProblems(tx, place, STOPPING, at)
  }
  await warn(tx, deps, place, { health, expiry, byPerson }, at)
  const row = await findNumber(tx, place.tenantId, place.numberId)
  if (row) await countPeople(tx, deps, row, at)
  const now = await findNumber(tx, place.tenantId, place.numberId)
  if (now && SHOWN.some((fact) => !isDeepStrictEqual(before[fact], now[fact]))) await tellOfNumber(tx, place)
  return now
}

/** Facts of a number's card, which stands open where the asking began. */
const SHOWN = [
  'status',
  'displayNumber',
  'verifiedName',
  'mode',
  'throughput',
  'quality',
  'messagingLimit',
  'used24h',
  'tokenExpiresAt',
] as const

async function breakBy(tx: Tx, deps: Pick<InspectDeps, 'jobs' | 'mail'>, place: ForNumber, { errors }: NumberHealth, at: Date) {
  const known = errors.find(({ code }) => meaningOf(code).broken)
  const [first] = errors
  const reason = known ? meaningOf(known.code).reason : (first?.text ?? 'envios bloqueados.')
  await breakNumber(tx, deps, place, { problem: known ? problemOfCode(known.code ?? 0) : 'refused', reason, saidAt: at }, at)
}

async function warn(
  tx: Tx,
  deps: Pick<InspectDeps, 'jobs' | 'mail'>,
  place: ForNumber,
  { health, expiry, byPerson }: Pick<Found, 'health' | 'expiry'> & { byPerson: boolean },
  at: Date,
): Promise<void> {
  const until = expiry?.at ?? null
  if (until && until.getTime() - at.getTime() <= EXPIRES_SOON_MS)
    await raiseProblem(tx, deps, place, { code: 'expiring', detail: until.toISOString() }, at)
  else if (expiry) await clearProblems(tx, place, ['expiring'], at)
  if (health?.quality === 'RED') await raiseProblem(tx, deps, place, { code: 'reported' }, at)
  else if (health?.quality) await clearProblems(tx, place, ['reported'], at)
  const [limited] = health?.canSend === 'LIMITED' ? health.errors : []
  if (limited) await raiseProblem(tx, deps, place, { code: 'limited', detail: limited.text }, at)
  else if (health?.canSend === 'AVAILABLE') {
    await clearProblems(tx, place, ['limited'], at)
    // Of what an account is to lose Meta's health says nothing yet: that stays until somebody looked, or long enough.
    await clearProblems(tx, place, ['notice'], at, byPerson ? undefined : new Date(at.getTime() - NOTICE_STANDS_MS))
  }
}

/** The same by a machine: daily, after some refusals, and when somebody opens the numbers' page (NUM-20). */
export async function inspectNumber(deps: InspectDeps, place: Jobs['check-number']): Promise<void> {
  const row = await deps.db.tenant(place.tenantId, (tx) => findNumber(tx, place.tenantId, place.numberId))
  if (!row) return
  const found = await askMeta(deps, row)
  if (!found) throw new Error('Meta did not say how a number is')
  await deps.db.tenant(place.tenantId, (tx) => noteFound(tx, deps, place, found, { byPerson: false, at: deps.clock.now() }))
}
