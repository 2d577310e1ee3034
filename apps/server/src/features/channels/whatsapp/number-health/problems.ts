import type { NumberProblem } from '@prosa/contract/entities/whatsapp/channel'
import { MANAGER_ROLES } from '@prosa/contract/role-names'
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../../platform/database/schema/organisation/accounts.ts'
import { numberProblems } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { findWhatsAppNumber, updateNumberStatus, type WhatsAppNumberRef, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { getSeverity, type ProblemCode, presentProblem, STOPPING_PROBLEMS } from './problem-texts.ts'

/** Dependencies for notifying users. E-mails are sent only if `mailer` is configured. */
export type NotifyDeps = Pick<Deps, 'jobs' | 'mailer'>

/** Minimum interval in milliseconds between two e-mails about the same problem of a WhatsApp number (NUM-18). */
const MAIL_INTERVAL_MS = 86_400_000

const whereNumber = ({ tenantId, numberId }: WhatsAppNumberRef) =>
  whereTenant(numberProblems, tenantId, eq(numberProblems.numberId, numberId))

/**
 * Stores a problem of a WhatsApp number. If it is new, notifies users in the panel and, if its severity is `broken`, by e-mail.
 * @param problem `since`: start of the problem, by default `at`
 */
export async function raiseProblem(
  tx: Tx,
  deps: NotifyDeps,
  numberRef: WhatsAppNumberRef,
  { code, detail = null, since }: { code: ProblemCode; detail?: string | null; since?: Date },
  at: Date,
): Promise<void> {
  const problemCondition = and(whereNumber(numberRef), eq(numberProblems.code, code))
  const [existing] = await tx.db.select().from(numberProblems).where(problemCondition).for('update')
  if (existing && existing.clearedAt === null) {
    if (existing.detail !== detail) await tx.db.update(numberProblems).set({ detail }).where(problemCondition)
    return
  }
  const values = { ...numberRef, code, detail, since: since ?? at, clearedAt: null }
  await tx.db
    .insert(numberProblems)
    .values(values)
    .onConflictDoUpdate({ target: [numberProblems.tenantId, numberProblems.numberId, numberProblems.code], set: values })
  await emitNumberState(tx, numberRef)
  if (deps.mailer && getSeverity(code) === 'broken') await scheduleManagerMails(tx, deps, numberRef, code, at)
}

/**
 * Clears these problems of a WhatsApp number. Returns whether any was open.
 * @param before clears only problems that began at this time or earlier
 */
export async function clearProblems(
  tx: Tx,
  numberRef: WhatsAppNumberRef,
  codes: readonly ProblemCode[],
  at: Date,
  before?: Date,
): Promise<boolean> {
  const cleared = await tx.db
    .update(numberProblems)
    .set({ clearedAt: at })
    .where(
      and(
        whereNumber(numberRef),
        inArray(numberProblems.code, [...codes]),
        isNull(numberProblems.clearedAt),
        before && lte(numberProblems.since, before),
      ),
    )
    .returning({ code: numberProblems.code })
  if (cleared.length > 0) await emitNumberState(tx, numberRef)
  return cleared.length > 0
}

/**
 * Clears problems of a WhatsApp number, and lets it send again unless another problem stops it (WIRE-15). Older errors are then ignored for
 * the cleared problems only. Returns the current row, or null if the number does not exist.
 */
export async function restoreNumber(
  tx: Tx,
  numberRef: WhatsAppNumberRef,
  codes: readonly ProblemCode[],
  at: Date,
): Promise<WhatsAppNumberRow | null> {
  const { tenantId, numberId: id } = numberRef
  const before = await findWhatsAppNumber(tx, tenantId, id)
  if (!before || !(await clearProblems(tx, numberRef, codes, at))) return before
  const other = (await listOpenProblems(tx, numberRef)).find(({ code }) => isStopping(code))
  const reason = other ? (presentProblem(other, at)?.text ?? null) : null
  return updateNumberStatus(tx, before, { reason, mendedAt: before.mendedAt }, at)
}

/**
 * Stores when a problem was solved, even if it was never raised, because older events about it may still arrive. Has no effect while the
 * problem is open.
 */
export const recordProblemSolved = (tx: Tx, numberRef: WhatsAppNumberRef, code: ProblemCode, saidAt: Date): Promise<unknown> =>
  tx.db
    .insert(numberProblems)
    .values({ ...numberRef, code, detail: null, since: saidAt, clearedAt: saidAt })
    .onConflictDoUpdate({
      target: [numberProblems.tenantId, numberProblems.numberId, numberProblems.code],
      set: { clearedAt: saidAt },
      setWhere: isNotNull(numberProblems.clearedAt),
    })

/** Returns when a problem was last solved. Returns null if it is open or was never raised. */
export async function getProblemSolvedAt(tx: Tx, numberRef: WhatsAppNumberRef, code: ProblemCode): Promise<Date | null> {
  const [row] = await tx.db
    .select({ clearedAt: numberProblems.clearedAt })
    .from(numberProblems)
    .where(and(whereNumber(numberRef), eq(numberProblems.code, code)))
  return row?.clearedAt ?? null
}

/** Emits the status and the open problems of a WhatsApp number to clients. */
export async function emitNumberState(tx: Tx, { tenantId, numberId }: WhatsAppNumberRef): Promise<void> {
  const number = await findWhatsAppNumber(tx, tenantId, numberId)
  if (!number) return
  const openProblems = await listOpenProblems(tx, { tenantId, numberId })
  const problems = openProblems.map(({ code }) => ({ code, severity: getSeverity(code) }))
  const { status } = number
  tx.emit({ name: 'channel.changed', payload: { tenantId, channel: 'whatsapp', accountId: numberId, status, problems } })
}

/** Returns the start of the newest problem that stops a WhatsApp number, or null if there is none. */
export async function getStoppedSince(tx: Tx, numberRef: WhatsAppNumberRef): Promise<Date | null> {
  const stopping = (await listOpenProblems(tx, numberRef)).filter(({ code }) => isStopping(code))
  return stopping.reduce<Date | null>((newest, { since }) => (newest && newest > since ? newest : since), null)
}

const isStopping = (code: string): boolean => STOPPING_PROBLEMS.some((stopping) => stopping === code)

const listOpenProblems = (tx: Tx, numberRef: WhatsAppNumberRef) =>
  tx.db
    .select()
    .from(numberProblems)
    .where(and(whereNumber(numberRef), isNull(numberProblems.clearedAt)))

/** Returns the open problems of an organisation's WhatsApp numbers by number id. Problems that stop a number come first. */
export async function listProblemsByNumber(tx: Tx, tenantId: string, at: Date): Promise<Map<string, NumberProblem[]>> {
  const rows = await tx.db
    .select()
    .from(numberProblems)
    .where(whereTenant(numberProblems, tenantId, isNull(numberProblems.clearedAt)))
    .orderBy(asc(numberProblems.since))
  const problemsByNumber = new Map<string, NumberProblem[]>()
  for (const severity of ['broken', 'warning'])
    for (const row of rows) {
      const problem = presentProblem(row, at)
      if (problem?.severity === severity)
        problemsByNumber.set(row.numberId, [...(problemsByNumber.get(row.numberId) ?? []), problem])
    }
  return problemsByNumber
}

/**
 * Schedules an e-mail about a problem to each manager with an e-mail address. Does nothing if e-mails about it were sent within
 * MAIL_INTERVAL_MS.
 */
async function scheduleManagerMails(
  tx: Tx,
  { jobs }: NotifyDeps,
  numberRef: WhatsAppNumberRef,
  code: ProblemCode,
  at: Date,
): Promise<void> {
  const dueCondition = or(isNull(numberProblems.mailedAt), lt(numberProblems.mailedAt, new Date(at.getTime() - MAIL_INTERVAL_MS)))
  const claimedRows = await tx.db
    .update(numberProblems)
    .set({ mailedAt: at })
    .where(and(whereNumber(numberRef), eq(numberProblems.code, code), dueCondition))
    .returning({ code: numberProblems.code })
  if (claimedRows.length === 0) return
  const managers = await tx.db
    .select({ userId: users.id })
    .from(users)
    .where(
      whereTenant(
        users,
        numberRef.tenantId,
        eq(users.active, true),
        inArray(users.role, [...MANAGER_ROLES]),
        isNotNull(users.email),
      ),
    )
  for (const { userId } of managers)
    await jobs.send(tx, 'mail-number-problem', { ...numberRef, code, userId }, { key: `${numberRef.numberId}:${code}:${userId}` })
}
