import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { NumberHealth, NumberInfo } from '../../../../platform/external-services/whatsapp-api.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { parseMessagingLimit } from '../cloud-api/messaging-limit.ts'
import {
  findNumber,
  getWhatsAppAccount,
  lockNumberForUpdate,
  type NumberRef,
  type NumberRow,
  updateNumberStatus,
  withCoexistenceMode,
} from '../numbers/numbers.ts'
import { markNumberBroken } from '../outbound/handle-send-rejection.ts'
import { countMessagedPeople } from './number-activity.ts'
import { getProblemByErrorCode, STOPPING_PROBLEMS } from './problem-texts.ts'
import { clearProblems, emitNumberState, getStoppedSince, raiseProblem } from './problems.ts'

export type InspectDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'whatsapp' | 'mail'>

/** Meta's data about a WhatsApp number. Each part is null if Meta does not provide it. */
interface NumberInspection {
  info: NumberInfo | null
  refusal: { code: number | null } | null
  health: NumberHealth | null
  /** Expiry of the access token. Null if it is unknown; `at` is null if the token never expires. */
  expiry: { at: Date | null } | null
}

/** Minimum age in milliseconds of a problem before it is cleared automatically, because the status that Meta reports may be outdated. */
const STATUS_LAG_MS = 600_000
const EXPIRES_SOON_MS = 7 * 86_400_000
const NOTICE_VALID_MS = 7 * 86_400_000

/** Fetches the state of a WhatsApp number from Meta. Returns null if Meta cannot be reached. */
export async function fetchNumberState(
  { whatsapp, config }: Pick<Deps, 'whatsapp' | 'config'>,
  row: NumberRow,
): Promise<NumberInspection | null> {
  const account = getWhatsAppAccount({ config }, row)
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

/**
 * Stores Meta's data about a WhatsApp number, raises the number's problems and clears the solved ones. `byPerson`: a user who solved a
 * problem requested the check. Returns null if the number no longer exists.
 */
export async function storeInspection(
  tx: Tx,
  deps: Pick<InspectDeps, 'jobs' | 'mail'>,
  place: NumberRef,
  { info, refusal, health, expiry }: NumberInspection,
  { byPerson, at }: { byPerson: boolean; at: Date },
): Promise<NumberRow | null> {
  // Locks the number first: an error that arrives in the meantime waits for the lock, because that error is newer than Meta's data.
  const before = await lockNumberForUpdate(tx, place)
  if (!before) return null
  if (refusal) {
    const { reason, broken } = getErrorMeaning(refusal.code)
    if (broken || byPerson) {
      const problem = refusal.code === null ? 'refused' : getProblemByErrorCode(refusal.code)
      await markNumberBroken(tx, deps, place, { problem, reason, saidAt: at }, at)
    }
    return findNumber(tx, place.tenantId, place.numberId)
  }
  const mine = whereTenant(whatsappNumbers, place.tenantId, eq(whatsappNumbers.id, place.numberId))
  const told = {
    ...withCoexistenceMode(before, info, at),
    ...(health?.quality ? { quality: health.quality } : {}),
    ...(health?.limit ? { messagingLimit: parseMessagingLimit(health.limit) } : {}),
    ...(expiry ? { tokenExpiresAt: expiry.at } : {}),
  }
  await tx.db
    .update(whatsappNumbers)
    .set({ ...told, healthAskedAt: at, checkedAt: at, updatedAt: at })
    .where(mine)
  const isBlocked = health?.canSend === 'BLOCKED'
  const stopped = before.status === 'broken' && health?.canSend !== undefined && (await getStoppedSince(tx, place))
  const mayMend = byPerson || (stopped !== false && at.getTime() - (stopped?.getTime() ?? 0) > STATUS_LAG_MS)
  if (isBlocked) await markBrokenByHealth(tx, deps, place, health, at)
  else if (mayMend) {
    await updateNumberStatus(tx, before, { reason: null }, at)
    await clearProblems(tx, place, STOPPING_PROBLEMS, at)
  }
  await updateWarnings(tx, deps, place, { health, expiry, byPerson }, at)
  const row = await findNumber(tx, place.tenantId, place.numberId)
  if (row) await countMessagedPeople(tx, deps, row, at)
  const now = await findNumber(tx, place.tenantId, place.numberId)
  if (now && CARD_FIELDS.some((fact) => !isDeepStrictEqual(before[fact], now[fact]))) await emitNumberState(tx, place)
  return now
}

/** Fields that the panel shows for a WhatsApp number. Clients are notified if one of them changes. */
const CARD_FIELDS = [
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

async function markBrokenByHealth(
  tx: Tx,
  deps: Pick<InspectDeps, 'jobs' | 'mail'>,
  place: NumberRef,
  { errors }: NumberHealth,
  at: Date,
) {
  const known = errors.find(({ code }) => getErrorMeaning(code).broken)
  const [first] = errors
  const reason = known ? getErrorMeaning(known.code).reason : (first?.text ?? 'envios bloqueados.')
  await markNumberBroken(
    tx,
    deps,
    place,
    { problem: known ? getProblemByErrorCode(known.code ?? 0) : 'refused', reason, saidAt: at },
    at,
  )
}

async function updateWarnings(
  tx: Tx,
  deps: Pick<InspectDeps, 'jobs' | 'mail'>,
  place: NumberRef,
  { health, expiry, byPerson }: Pick<NumberInspection, 'health' | 'expiry'> & { byPerson: boolean },
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
    // Meta's health data does not include announced restrictions. That problem therefore stays until a user requests a check or seven days
    // have passed.
    await clearProblems(tx, place, ['notice'], at, byPerson ? undefined : new Date(at.getTime() - NOTICE_VALID_MS))
  }
}

/**
 * Checks a WhatsApp number automatically: daily, after some error codes, and when a user opens the page of the WhatsApp numbers (NUM-20).
 */
export async function inspectNumber(deps: InspectDeps, place: JobPayloads['check-number']): Promise<void> {
  const row = await deps.db.tenant(place.tenantId, (tx) => findNumber(tx, place.tenantId, place.numberId))
  if (!row) return
  const found = await fetchNumberState(deps, row)
  if (!found) throw new Error('Meta did not say how a number is')
  await deps.db.tenant(place.tenantId, (tx) => storeInspection(tx, deps, place, found, { byPerson: false, at: deps.clock.now() }))
}
