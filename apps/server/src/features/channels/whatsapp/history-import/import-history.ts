import { setTimeout as wait } from 'node:timers/promises'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import { findErasureMarks } from '../inbound/insert-events.ts'
import { insertNotices } from '../notices/notices.ts'
import { parseNotices } from '../notices/webhook-notices.ts'
import { findWhatsAppNumber, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { processBatchesOfKind } from '../webhook/webhook-batches.ts'
import type { WebhookChange } from '../webhook/webhook-body.ts'
import { attachPendingFiles, scheduleHistoryFileDownload, storeHistoryFiles } from './history-files.ts'
import { toErasedPersonKey } from './history-keys.ts'
import { countImportedMessages, countPendingChunks, findHistorySync, toSyncFailure, upsertHistorySync } from './history-syncs.ts'
import { consumePendingName, deletePendingNames, importContacts } from './import-contacts.ts'
import type { ImportDeps, ImportPorts } from './import-ports.ts'
import { type HistoryThread, type ParsedHistory, parseHistory } from './parse-history.ts'

/**
 * Imports the message history of a phone, one webhook after the other (NUM-14). Each person has a separate transaction, so that new
 * messages wait only briefly. An interrupted webhook is imported again; nothing is stored twice.
 */
export const importHistory = (deps: ImportDeps, ports: ImportPorts, job: JobPayloads['import-past']): Promise<void> =>
  processBatchesOfKind(deps, job, 'past', async (changes) => {
    const number = await deps.db.tenant(job.tenantId, (tx) => findWhatsAppNumber(tx, job.tenantId, job.numberId))
    if (!number) return
    for (const change of changes)
      await (change.field === 'history'
        ? importHistoryChange(deps, ports, number, change)
        : importContacts(deps, ports, number, change))
  })

async function importHistoryChange(
  deps: ImportDeps,
  ports: ImportPorts,
  number: WhatsAppNumberRow,
  change: WebhookChange,
): Promise<void> {
  const { tenantId, id: numberId } = number
  const numberRef = { tenantId, numberId }
  const history = await parseHistory(change, number.displayNumber, deps.clock.now())
  if (history.unreadableCount > 0) deps.log.warn({ unreadable: history.unreadableCount }, 'parts of a past cannot be read')
  const senders = [...new Set(history.threads.map(({ sender }) => sender))]
  const marks = new Set(await deps.db.tenant(tenantId, (tx) => findErasureMarks(tx, numberRef, senders.map(toErasedPersonKey))))
  for (const thread of history.threads)
    if (!marks.has(toErasedPersonKey(thread.sender))) await runAtHalfSpeed(deps, () => importThread(deps, ports, number, thread))
  if (history.files.length > 0) await storeHistoryFiles(deps, ports, numberRef, history.files)
  await deps.db.tenant(tenantId, async (tx) => {
    const at = deps.clock.now()
    if (history.errorCodes.length > 0) await insertNotices(tx, deps, numberRef, parseNotices(change), at)
    const state = await computeSyncState(tx, numberRef, history)
    await upsertHistorySync(tx, numberRef, { ...state, ...(await countImportedMessages(tx, numberRef)) }, at)
    if (state.state !== 'running') await deletePendingNames(tx, numberRef)
  })
}

/**
 * Runs `work`, then waits equally long to leave database capacity for other work. Does not wait on the embedded database, which schedules
 * fairly.
 */
async function runAtHalfSpeed({ db }: Pick<ImportDeps, 'db'>, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await work()
  if (db.kind === 'server') await wait(performance.now() - startedAt)
}

const DAY_MS = 86_400_000
/** Maximum age in days of the history that Meta provides. */
const MAX_HISTORY_DAYS = 180

/** Returns the start of the history that the user chose to import, or null for the entire history. Meta always delivers everything. */
function getHistoryStart({ historyDays, onboardedAt, createdAt }: WhatsAppNumberRow): Date | null {
  if (historyDays <= 0 || historyDays >= MAX_HISTORY_DAYS) return null
  return new Date((onboardedAt ?? createdAt).getTime() - historyDays * DAY_MS)
}

/** Imports the messages with one person in one transaction. Skips messages older than the chosen history. */
const importThread = (
  { db, jobs, clock }: ImportDeps,
  ports: ImportPorts,
  number: WhatsAppNumberRow,
  { identity, sender, messages: allMessages }: HistoryThread,
): Promise<void> =>
  db.tenant(number.tenantId, async (tx) => {
    const { tenantId, id: numberId, agentId } = number
    const since = getHistoryStart(number)
    const messages = allMessages.filter(({ message }) => since === null || message.writtenAt >= since)
    // Messages with the same second keep their order, because `sort` is stable.
    const sortedMessages = messages.map(({ message }) => message).sort((a, b) => a.writtenAt.getTime() - b.writtenAt.getTime())
    const [first, ...others] = sortedMessages
    if (!first) return
    const at = clock.now()
    const { address, phone, ...keys } = identity
    const name = await consumePendingName(tx, { tenantId, numberId }, sender)
    const { added } = await ports.conversations.importContactHistory(
      tx,
      {
        contact: {
          tenantId,
          agentId,
          channel: 'whatsapp',
          ...keys,
          channelAddress: { accountId: numberId, address },
          lead: { ...(name ? { name } : {}), ...(phone ? { phone } : {}), origin: 'WhatsApp' },
        },
        numberId,
        messages: [first, ...others],
      },
      at,
    )
    const files = new Map(messages.flatMap(({ message, file }) => (file ? [[message.channelId, file] as const] : [])))
    for (const { id, channelId, isRevoked } of added) {
      const file = files.get(channelId)
      if (file && !isRevoked) await scheduleHistoryFileDownload(tx, { jobs }, { tenantId, numberId, messageId: id, file }, at)
    }
    await attachPendingFiles(tx, { jobs }, ports, { tenantId, numberId }, added, at)
  })

/**
 * Computes the state of a history import. Webhooks arrive in any order, so the import is done when Meta has reported 100 % and no other
 * history webhook is waiting.
 */
async function computeSyncState(
  tx: Parameters<typeof countImportedMessages>[0],
  numberRef: Parameters<typeof countImportedMessages>[1],
  history: ParsedHistory,
) {
  const previous = await findHistorySync(tx, numberRef)
  const [code] = history.errorCodes
  if (code !== undefined) return toSyncFailure(code)
  const progress = Math.max(previous?.progress ?? 0, Math.min(history.progress ?? 0, 100))
  const isComplete = progress === 100 && (await countPendingChunks(tx, numberRef)) <= 1
  // A webhook that contains only files does not change the progress.
  const hasOnlyFiles = history.threads.length === 0 && history.progress === null
  if (hasOnlyFiles && previous) return { state: previous.state, progress }
  return { state: isComplete ? ('done' as const) : ('running' as const), progress, reason: null }
}
