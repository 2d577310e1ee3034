import type { Tx } from '../../../../platform/database/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import { findWhatsAppNumber, getWhatsAppAccount, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { findHistorySync, type HistorySyncRow, toSyncFailure, upsertHistorySync } from './history-syncs.ts'

type HistoryRequestDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'whatsapp' | 'log'>

/** Milliseconds after connecting a WhatsApp number during which Meta provides the phone's history and contacts, each once. */
const HISTORY_REQUEST_WINDOW_MS = 24 * 3_600_000
const [ALREADY_REQUESTED_CODE, TOO_LATE_CODE] = [2_593_107, 2_593_108]

/** Schedules the job that requests a phone's contacts and history from Meta. */
export const schedulePhoneHistoryRequest = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, job: JobPayloads['ask-phone']): Promise<void> =>
  jobs.send(tx, 'ask-phone', job, { key: job.numberId })

const SYNC_KINDS = [
  { syncType: 'smb_app_state_sync', requestedColumn: 'contactsAskedAt', acceptedColumn: 'contactsTakenAt' },
  { syncType: 'history', requestedColumn: 'historyAskedAt', acceptedColumn: 'historyTakenAt' },
] as const
type SyncKind = (typeof SYNC_KINDS)[number]

/**
 * Requests a phone's contacts and history from Meta, each once within a day of the connection (NUM-08). Stores each request before sending
 * it. If the response is lost and Meta rejects the retry as a duplicate, the first request was accepted.
 * @throws if Meta cannot be reached; the job is then retried
 */
export async function requestPhoneHistory(
  deps: HistoryRequestDeps,
  { tenantId, numberId }: JobPayloads['ask-phone'],
): Promise<void> {
  const number = await deps.db.tenant(tenantId, (tx) => findWhatsAppNumber(tx, tenantId, numberId))
  if (number?.mode !== 'coexistence') return
  for (const kind of SYNC_KINDS) {
    if (kind.syncType === 'history' && number.historyDays === 0) continue
    await requestSync(deps, number, kind)
  }
}

async function requestSync(deps: HistoryRequestDeps, number: WhatsAppNumberRow, kind: SyncKind): Promise<void> {
  const { db, clock, whatsapp } = deps
  const numberRef = { tenantId: number.tenantId, numberId: number.id }
  const sync = await db.tenant(numberRef.tenantId, (tx) => findHistorySync(tx, numberRef))
  if (sync?.[kind.acceptedColumn] || (kind.syncType === 'history' && isSyncOver(sync))) return
  const updateSync = (changes: Parameters<typeof upsertHistorySync>[2]) =>
    db.tenant(numberRef.tenantId, (tx) => upsertHistorySync(tx, numberRef, changes, clock.now()))
  if (clock.now().getTime() - (number.onboardedAt ?? number.createdAt).getTime() > HISTORY_REQUEST_WINDOW_MS) {
    await updateSync({ [kind.acceptedColumn]: clock.now(), ...toFailedState(kind, TOO_LATE_CODE) })
    return
  }
  await updateSync({ [kind.requestedColumn]: clock.now(), ...(kind.syncType === 'history' ? { state: 'running' as const } : {}) })
  const response = await whatsapp.requestPhoneSync(getWhatsAppAccount(deps, number), kind.syncType)
  if (response.kind === 'unreachable') throw new Error('WhatsApp was not reached')
  const wasAccepted =
    response.kind === 'answered' || (response.code === ALREADY_REQUESTED_CODE && sync?.[kind.requestedColumn] != null)
  if (response.kind === 'refused' && !wasAccepted)
    deps.log.warn({ code: response.code, kind: kind.syncType }, 'a phone hands nothing over')
  await updateSync({
    [kind.acceptedColumn]: clock.now(),
    ...(wasAccepted ? {} : toFailedState(kind, response.kind === 'refused' ? response.code : null)),
  })
}

const isSyncOver = (row: HistorySyncRow | null): boolean =>
  row?.state === 'failed' || row?.state === 'refused' || row?.state === 'done'

/** Returns the changes to store after a rejected request. Contacts have no state, because Meta does not report when their import ends. */
const toFailedState = ({ syncType }: SyncKind, code: number | null) => (syncType === 'history' ? toSyncFailure(code) : {})
