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
  findWhatsAppNumber,
  getWhatsAppAccount,
  lockWhatsAppNumberForUpdate,
  updateNumberStatus,
  type WhatsAppNumberRef,
  type WhatsAppNumberRow,
  withCoexistenceMode,
} from '../numbers/numbers.ts'
import { markNumberBroken } from '../outbound/handle-send-rejection.ts'
import { countMessagedPeople } from './number-activity.ts'
import { getProblemByErrorCode, STOPPING_PROBLEMS } from './problem-texts.ts'
import { clearProblems, emitNumberState, getStoppedSince, raiseProblem } from './problems.ts'

export type InspectDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'whatsapp' | 'mailer'>

/** Meta's data about a WhatsApp number. Each part is null if Meta does not provide it. */
interface NumberInspection {
  info: NumberInfo | null
  refusal: { code: number | null } | null
  health: NumberHealth | null
  /** Expiry of the access token; null if unknown. `at` is null if the token never expires. */
  expiry: { at: Date | null } | null
}

/** Minimum age in milliseconds of a problem before it is cleared automatically. Meta may report an outdated status until then. */
const STATUS_LAG_MS = 600_000
const EXPIRES_SOON_MS = 7 * 86_400_000
const NOTICE_VALID_MS = 7 * 86_400_000

/** Fetches the state of a WhatsApp number from Meta. Returns null if Meta cannot be reached. */
export async function fetchNumberState(
  { whatsapp, config }: Pick<Deps, 'whatsapp' | 'config'>,
  row: WhatsAppNumberRow,
): Promise<NumberInspection | null> {
  const account = getWhatsAppAccount({ config }, row)
  const response = await whatsapp.fetchNumberInfo(account)
  if (response.kind === 'unreachable') return null
  if (response.kind === 'refused') return { info: null, refusal: response, health: null, expiry: null }
  const [health, expiry] = await Promise.all([whatsapp.fetchHealth(account), whatsapp.fetchTokenExpiry(account)])
  return {
    info: response.value,
    refusal: null,
    health: health.kind === 'answered' ? health.value : null,
    expiry: expiry.kind === 'answered' ? { at: expiry.value.expiresAt } : null,
  }
}

/**
 * Stores Meta's data about a WhatsApp number, and updates the problems of the number. Returns null if the number no longer exists.
 * @param options `isUserRequest`: a user requested the check, so that solved problems are cleared immediately
 */
export async function storeInspection(
  tx: Tx,
  deps: Pick<InspectDeps, 'jobs' | 'mailer'>,
  numberRef: WhatsAppNumberRef,
  { info, refusal, health, expiry }: NumberInspection,
  { isUserRequest, at }: { isUserRequest: boolean; at: Date },
): Promise<WhatsAppNumberRow | null> {
  // Locks the number first. A concurrent error then waits, and is applied after this older data.
  const before = await lockWhatsAppNumberForUpdate(tx, numberRef)
  if (!before) return null
  if (refusal) {
    const { reason, blocksNumber } = getErrorMeaning(refusal.code)
    if (blocksNumber || isUserRequest) {
      const problem = refusal.code === null ? 'refused' : getProblemByErrorCode(refusal.code)
      await markNumberBroken(tx, deps, numberRef, { problem, reason, saidAt: at }, at)
    }
    return findWhatsAppNumber(tx, numberRef.tenantId, numberRef.numberId)
  }
  const numberCondition = whereTenant(whatsappNumbers, numberRef.tenantId, eq(whatsappNumbers.id, numberRef.numberId))
  const changes = {
    ...withCoexistenceMode(before, info, at),
    ...(health?.quality ? { quality: health.quality } : {}),
    ...(health?.messagingLimit ? { messagingLimit: parseMessagingLimit(health.messagingLimit) } : {}),
    ...(expiry ? { tokenExpiresAt: expiry.at } : {}),
  }
  await tx.db
    .update(whatsappNumbers)
    .set({ ...changes, healthAskedAt: at, checkedAt: at, updatedAt: at })
    .where(numberCondition)
  const isBlocked = health?.canSend === 'BLOCKED'
  const stoppedSince = before.status === 'broken' && health?.canSend !== undefined && (await getStoppedSince(tx, numberRef))
  const canRestore = isUserRequest || (stoppedSince !== false && at.getTime() - (stoppedSince?.getTime() ?? 0) > STATUS_LAG_MS)
  if (isBlocked) await markBrokenByHealth(tx, deps, numberRef, health, at)
  else if (canRestore) {
    await updateNumberStatus(tx, before, { reason: null }, at)
    await clearProblems(tx, numberRef, STOPPING_PROBLEMS, at)
  }
  await updateWarnings(tx, deps, numberRef, { health, expiry, isUserRequest }, at)
  const row = await findWhatsAppNumber(tx, numberRef.tenantId, numberRef.numberId)
  if (row) await countMessagedPeople(tx, deps, row, at)
  const current = await findWhatsAppNumber(tx, numberRef.tenantId, numberRef.numberId)
  if (current && CARD_FIELDS.some((field) => !isDeepStrictEqual(before[field], current[field])))
    await emitNumberState(tx, numberRef)
  return current
}

/** Fields that the panel shows for a WhatsApp number. Clients are informed if one of them changes. */
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
  deps: Pick<InspectDeps, 'jobs' | 'mailer'>,
  numberRef: WhatsAppNumberRef,
  { errors }: NumberHealth,
  at: Date,
) {
  const blockingError = errors.find(({ code }) => getErrorMeaning(code).blocksNumber)
  const [first] = errors
  const reason = blockingError ? getErrorMeaning(blockingError.code).reason : (first?.text ?? 'envios bloqueados.')
  await markNumberBroken(
    tx,
    deps,
    numberRef,
    { problem: blockingError ? getProblemByErrorCode(blockingError.code ?? 0) : 'refused', reason, saidAt: at },
    at,
  )
}

async function updateWarnings(
  tx: Tx,
  deps: Pick<InspectDeps, 'jobs' | 'mailer'>,
  numberRef: WhatsAppNumberRef,
  { health, expiry, isUserRequest }: Pick<NumberInspection, 'health' | 'expiry'> & { isUserRequest: boolean },
  at: Date,
): Promise<void> {
  const until = expiry?.at ?? null
  if (until && until.getTime() - at.getTime() <= EXPIRES_SOON_MS)
    await raiseProblem(tx, deps, numberRef, { code: 'expiring', detail: until.toISOString() }, at)
  else if (expiry) await clearProblems(tx, numberRef, ['expiring'], at)
  if (health?.quality === 'RED') await raiseProblem(tx, deps, numberRef, { code: 'reported' }, at)
  else if (health?.quality) await clearProblems(tx, numberRef, ['reported'], at)
  const [limited] = health?.canSend === 'LIMITED' ? health.errors : []
  if (limited) await raiseProblem(tx, deps, numberRef, { code: 'limited', detail: limited.text }, at)
  else if (health?.canSend === 'AVAILABLE') {
    await clearProblems(tx, numberRef, ['limited'], at)
    // Meta's health data does not include announced restrictions. Their warning stays for seven days or until a user requests a check.
    await clearProblems(tx, numberRef, ['notice'], at, isUserRequest ? undefined : new Date(at.getTime() - NOTICE_VALID_MS))
  }
}

/**
 * Checks a WhatsApp number automatically: daily, after some error codes, and when a user opens the page of the WhatsApp numbers (NUM-20).
 */
export async function inspectNumber(deps: InspectDeps, job: JobPayloads['check-number']): Promise<void> {
  const row = await deps.db.tenant(job.tenantId, (tx) => findWhatsAppNumber(tx, job.tenantId, job.numberId))
  if (!row) return
  const inspection = await fetchNumberState(deps, row)
  if (!inspection) throw new Error('Meta did not say how a number is')
  await deps.db.tenant(job.tenantId, (tx) =>
    storeInspection(tx, deps, job, inspection, { isUserRequest: false, at: deps.clock.now() }),
  )
}
