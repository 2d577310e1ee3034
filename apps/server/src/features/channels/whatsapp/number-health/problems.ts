import type { NumberProblem } from '@prosa/contract/entities/whatsapp/channel'
import { MANAGER_ROLES } from '@prosa/contract/role-names'
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../../platform/database/schema/organisation/accounts.ts'
import { numberProblems } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { findNumber, type NumberRef, type NumberRow, updateNumberStatus } from '../numbers/numbers.ts'
import { getSeverity, type ProblemCode, presentProblem, STOPPING_PROBLEMS } from './problem-texts.ts'

/** Dependencies for notifying users. E-mails are sent only if `mail` is configured. */
export type NotifyDeps = Pick<Deps, 'jobs' | 'mail'>

/** Minimum interval in milliseconds between two e-mails about the same problem of a WhatsApp number (NUM-18). */
const MAIL_INTERVAL_MS = 86_400_000

const whereNumber = ({ tenantId, numberId }: NumberRef) =>
  whereTenant(numberProblems, tenantId, eq(numberProblems.numberId, numberId))

/**
 * Raises a problem of a WhatsApp number. If the problem is new, notifies users in the panel and, for a severe problem (`broken`), by
 * e-mail. `since`: start of the problem, `at` by default.
 */
export async function raiseProblem(
  tx: Tx,
  tells: NotifyDeps,
  place: NumberRef,
  { code, detail = null, since }: { code: ProblemCode; detail?: string | null; since?: Date },
  at: Date,
): Promise<void> {
  const isSaid = and(whereNumber(place), eq(numberProblems.code, code))
  const [before] = await tx.db.select().from(numberProblems).where(isSaid).for('update')
  if (before && before.clearedAt === null) {
    if (before.detail !== detail) await tx.db.update(numberProblems).set({ detail }).where(isSaid)
    return
  }
  const values = { ...place, code, detail, since: since ?? at, clearedAt: null }
  await tx.db
    .insert(numberProblems)
    .values(values)
    .onConflictDoUpdate({ target: [numberProblems.tenantId, numberProblems.numberId, numberProblems.code], set: values })
  await emitNumberState(tx, place)
  if (tells.mail && getSeverity(code) === 'broken') await scheduleManagerMails(tx, tells, place, code, at)
}

/**
 * Clears those of the given problems of a WhatsApp number that are open. `before`: clears only problems that began at that time or earlier.
 * Returns whether any problem was cleared.
 */
export async function clearProblems(
  tx: Tx,
  place: NumberRef,
  codes: readonly ProblemCode[],
  at: Date,
  before?: Date,
): Promise<boolean> {
  const cleared = await tx.db
    .update(numberProblems)
    .set({ clearedAt: at })
    .where(
      and(
        whereNumber(place),
        inArray(numberProblems.code, [...codes]),
        isNull(numberProblems.clearedAt),
        before && lte(numberProblems.since, before),
      ),
    )
    .returning({ code: numberProblems.code })
  if (cleared.length > 0) await emitNumberState(tx, place)
  return cleared.length > 0
}

/**
 * Clears problems that stopped a WhatsApp number and sends its messages again, unless another problem stops the number (WIRE-15). Errors
 * from before the clearing are then ignored for the cleared problems only. Returns the number's current row, or null if the number does not
 * exist.
 */
export async function restoreNumber(
  tx: Tx,
  place: NumberRef,
  codes: readonly ProblemCode[],
  at: Date,
): Promise<NumberRow | null> {
  const { tenantId, numberId: id } = place
  const before = await findNumber(tx, tenantId, id)
  if (!before || !(await clearProblems(tx, place, codes, at))) return before
  const other = (await listOpenProblems(tx, place)).find(({ code }) => isStopping(code))
  const reason = other ? (presentProblem(other, at)?.text ?? null) : null
  return updateNumberStatus(tx, before, { reason, mendedAt: before.mendedAt }, at)
}

/**
 * Stores the time at which a problem was solved, even if the problem was never raised: older events about it may still arrive and must be
 * ignored. Has no effect while the problem is open.
 */
export const recordProblemSolved = (tx: Tx, place: NumberRef, code: ProblemCode, saidAt: Date): Promise<unknown> =>
  tx.db
    .insert(numberProblems)
    .values({ ...place, code, detail: null, since: saidAt, clearedAt: saidAt })
    .onConflictDoUpdate({
      target: [numberProblems.tenantId, numberProblems.numberId, numberProblems.code],
      set: { clearedAt: saidAt },
      setWhere: isNotNull(numberProblems.clearedAt),
    })

/** Returns the time at which a problem was last solved, or null if it is open or was never raised. */
export async function getProblemSolvedAt(tx: Tx, place: NumberRef, code: ProblemCode): Promise<Date | null> {
  const [row] = await tx.db
    .select({ clearedAt: numberProblems.clearedAt })
    .from(numberProblems)
    .where(and(whereNumber(place), eq(numberProblems.code, code)))
  return row?.clearedAt ?? null
}

/** Emits the status and the open problems of a WhatsApp number to clients. */
export async function emitNumberState(tx: Tx, { tenantId, numberId }: NumberRef): Promise<void> {
  const number = await findNumber(tx, tenantId, numberId)
  if (!number) return
  const standing = await listOpenProblems(tx, { tenantId, numberId })
  const problems = standing.map(({ code }) => ({ code, severity: getSeverity(code) }))
  const { status } = number
  tx.emit({ name: 'channel.changed', payload: { tenantId, channel: 'whatsapp', accountId: numberId, status, problems } })
}

/** Returns the start of the newest problem that stops a WhatsApp number, or null if no problem stops the number. */
export async function getStoppedSince(tx: Tx, place: NumberRef): Promise<Date | null> {
  const stopping = (await listOpenProblems(tx, place)).filter(({ code }) => isStopping(code))
  return stopping.reduce<Date | null>((newest, { since }) => (newest && newest > since ? newest : since), null)
}

const isStopping = (code: string): boolean => STOPPING_PROBLEMS.some((stopping) => stopping === code)

const listOpenProblems = (tx: Tx, place: NumberRef) =>
  tx.db
    .select()
    .from(numberProblems)
    .where(and(whereNumber(place), isNull(numberProblems.clearedAt)))

/** Returns the open problems of a tenant's WhatsApp numbers, by number id. Problems that stop a number come first. */
export async function listProblemsByNumber(tx: Tx, tenantId: string, at: Date): Promise<Map<string, NumberProblem[]>> {
  const rows = await tx.db
    .select()
    .from(numberProblems)
    .where(whereTenant(numberProblems, tenantId, isNull(numberProblems.clearedAt)))
    .orderBy(asc(numberProblems.since))
  const found = new Map<string, NumberProblem[]>()
  for (const severity of ['broken', 'warning'])
    for (const row of rows) {
      const said = presentProblem(row, at)
      if (said?.severity === severity) found.set(row.numberId, [...(found.get(row.numberId) ?? []), said])
    }
  return found
}

/**
 * Schedules an e-mail about a problem to each manager who has an e-mail address, as one job each. Does nothing if e-mails about the problem
 * were sent within MAIL_INTERVAL_MS.
 */
async function scheduleManagerMails(tx: Tx, { jobs }: NotifyDeps, place: NumberRef, code: ProblemCode, at: Date): Promise<void> {
  const due = or(isNull(numberProblems.mailedAt), lt(numberProblems.mailedAt, new Date(at.getTime() - MAIL_INTERVAL_MS)))
  const taken = await tx.db
    .update(numberProblems)
    .set({ mailedAt: at })
    .where(and(whereNumber(place), eq(numberProblems.code, code), due))
    .returning({ code: numberProblems.code })
  if (taken.length === 0) return
  const managers = await tx.db
    .select({ userId: users.id })
    .from(users)
    .where(
      whereTenant(users, place.tenantId, eq(users.active, true), inArray(users.role, [...MANAGER_ROLES]), isNotNull(users.email)),
    )
  for (const { userId } of managers)
    await jobs.send(tx, 'mail-number-problem', { ...place, code, userId }, { key: `${place.numberId}:${code}:${userId}` })
}
