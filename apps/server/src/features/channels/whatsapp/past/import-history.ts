import { setTimeout as wait } from 'node:timers/promises'
import type { Jobs } from '../../../../kernel/job-names.ts'
import { takeWhole } from '../batches.ts'
import { marksOf } from '../keep-events.ts'
import { keepNotices } from '../notices.ts'
import { findNumber, type NumberRow } from '../numbers.ts'
import type { Change } from '../webhook-body.ts'
import { noticesIn } from '../webhook-notices.ts'
import { forgetContacts, nameOf, takeContacts } from './contacts.ts'
import { erasedPerson } from './keys.ts'
import type { ImportDeps, ImportPorts } from './parts.ts'
import { awaitPastFile, fillWaiting, holdFiles } from './past-files.ts'
import { type History, readHistory, type Thread } from './read-history.ts'
import { countPast, findSync, refusedAs, waitingChunks, writeSync } from './syncs.ts'

/**
 * Imports the history of a number's phone, one webhook after the other and one person per transaction, so that concurrent messages wait for
 * one person's import at most. After an interruption it restarts that webhook; nothing is stored twice (NUM-14).
 */
export const importHistory = (deps: ImportDeps, ports: ImportPorts, place: Jobs['import-past']): Promise<void> =>
  takeWhole(deps, place, 'past', async (told) => {
    const number = await deps.db.tenant(place.tenantId, (tx) => findNumber(tx, place.tenantId, place.numberId))
    if (!number) return
    for (const change of told)
      await (change.field === 'history' ? takeHistory(deps, ports, number, change) : takeContacts(deps, ports, number, change))
  })

async function takeHistory(deps: ImportDeps, ports: ImportPorts, number: NumberRow, change: Change): Promise<void> {
  const { tenantId, id: numberId } = number
  const place = { tenantId, numberId }
  const history = await readHistory(change, number.displayNumber, deps.clock.now())
  if (history.unreadable > 0) deps.log.warn({ unreadable: history.unreadable }, 'parts of a past cannot be read')
  const senders = [...new Set(history.threads.map(({ sender }) => sender))]
  const marks = new Set(await deps.db.tenant(tenantId, (tx) => marksOf(tx, place, senders.map(erasedPerson))))
  for (const thread of history.threads)
    if (!marks.has(erasedPerson(thread.sender))) await atHalfSpeed(deps, () => takeThread(deps, ports, number, thread))
  if (history.files.length > 0) await holdFiles(deps, ports, place, history.files)
  await deps.db.tenant(tenantId, async (tx) => {
    const at = deps.clock.now()
    if (history.refusals.length > 0) await keepNotices(tx, deps, place, noticesIn(change), at)
    const state = await stateAfter(tx, place, history)
    await writeSync(tx, place, { ...state, ...(await countPast(tx, place)) }, at)
    if (state.state !== 'running') await forgetContacts(tx, place)
  })
}

/**
 * Runs `work`, then waits for the same time to leave capacity for other work. Not needed on the embedded database, which schedules fairly.
 */
async function atHalfSpeed({ db }: Pick<ImportDeps, 'db'>, work: () => Promise<void>): Promise<void> {
  const from = performance.now()
  await work()
  if (db.kind === 'server') await wait(performance.now() - from)
}

const DAY_MS = 86_400_000
/** Maximum number of days that Meta provides. */
const ALL_DAYS = 180

/** Returns the start of the history that was requested when connecting, or null for all. Meta always delivers everything it has. */
function wantedSince({ historyDays, onboardedAt, createdAt }: NumberRow): Date | null {
  if (historyDays <= 0 || historyDays >= ALL_DAYS) return null
  return new Date((onboardedAt ?? createdAt).getTime() - historyDays * DAY_MS)
}

/** Imports the messages of one person in one transaction. */
const takeThread = (
  { db, jobs, clock }: ImportDeps,
  ports: ImportPorts,
  number: NumberRow,
  { who, sender, said: all }: Thread,
): Promise<void> =>
  db.tenant(number.tenantId, async (tx) => {
    const { tenantId, id: numberId, agentId } = number
    const since = wantedSince(number)
    const said = all.filter(({ message }) => since === null || message.saidAt >= since)
    // A stable sort, because several messages can have the same second.
    const inOrder = said.map(({ message }) => message).sort((a, b) => a.saidAt.getTime() - b.saidAt.getTime())
    const [first, ...others] = inOrder
    if (!first) return
    const at = clock.now()
    const { address, phone, ...keys } = who
    const name = await nameOf(tx, { tenantId, numberId }, sender)
    const { added } = await ports.conversations.importPast(
      tx,
      {
        place: {
          tenantId,
          agentId,
          channel: 'whatsapp',
          ...keys,
          via: { accountId: numberId, address },
          lead: { ...(name ? { name } : {}), ...(phone ? { phone } : {}), origin: 'WhatsApp' },
        },
        numberId,
        said: [first, ...others],
      },
      at,
    )
    const files = new Map(said.flatMap(({ message, file }) => (file ? [[message.channelId, file] as const] : [])))
    for (const { id, channelId, isTakenBack } of added) {
      const file = files.get(channelId)
      if (file && !isTakenBack) await awaitPastFile(tx, { jobs }, { tenantId, numberId, messageId: id, file }, at)
    }
    await fillWaiting(tx, { jobs }, ports, { tenantId, numberId }, added, at)
  })

/** Returns the import state. It is done when Meta has reported 100 % and no chunk is waiting: chunks arrive in any order. */
async function stateAfter(tx: Parameters<typeof countPast>[0], place: Parameters<typeof countPast>[1], told: History) {
  const before = await findSync(tx, place)
  const [code] = told.refusals
  if (code !== undefined) return refusedAs(code)
  const progress = Math.max(before?.progress ?? 0, Math.min(told.progress ?? 0, 100))
  const isWhole = progress === 100 && (await waitingChunks(tx, place)) <= 1
  // A webhook that contains only files does not change the progress.
  const isFilesOnly = told.threads.length === 0 && told.progress === null
  if (isFilesOnly && before) return { state: before.state, progress }
  return { state: isWhole ? ('done' as const) : ('running' as const), progress, reason: null }
}
