import type { Tx } from '../../../../platform/database/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import { findNumber, getWhatsAppAccount, type NumberRow } from '../numbers/numbers.ts'
import { findHistorySync, type HistorySyncRow, toSyncFailure, upsertHistorySync } from './history-syncs.ts'

type HistoryRequestDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'whatsapp' | 'log'>

/**
 * Milliseconds after connecting a WhatsApp number during which Meta provides the phone's history and contacts. Each of the two can be
 * requested once.
 */
const HISTORY_REQUEST_WINDOW_MS = 24 * 3_600_000
const [ALREADY_REQUESTED_CODE, TOO_LATE_CODE] = [2_593_107, 2_593_108]

/**
 * Schedules the job that requests a phone's contacts and history from Meta. The job does nothing for a WhatsApp number that is not used on
 * a phone, or whose data was already requested.
 */
export const schedulePhoneHistoryRequest = (
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  place: JobPayloads['ask-phone'],
): Promise<void> => jobs.send(tx, 'ask-phone', place, { key: place.numberId })

const SYNC_KINDS = [
  { syncType: 'smb_app_state_sync', asked: 'contactsAskedAt', taken: 'contactsTakenAt' },
  { syncType: 'history', asked: 'historyAskedAt', taken: 'historyTakenAt' },
] as const
type SyncKind = (typeof SYNC_KINDS)[number]

/**
 * Requests a phone's contacts and history from Meta, each once within a day of the connection (NUM-08). Stores the request before sending
 * it: if the response is lost and Meta rejects the repeated request as a duplicate, the first request was accepted.
 * @throws if Meta cannot be reached; the job is then retried
 */
export async function requestPhoneHistory(
  deps: HistoryRequestDeps,
  { tenantId, numberId }: JobPayloads['ask-phone'],
): Promise<void> {
  const number = await deps.db.tenant(tenantId, (tx) => findNumber(tx, tenantId, numberId))
  if (number?.mode !== 'coexistence') return
  for (const kind of SYNC_KINDS) {
    if (kind.syncType === 'history' && number.historyDays === 0) continue
    await requestSync(deps, number, kind)
  }
}

async function requestSync(deps: HistoryRequestDeps, number: NumberRow, kind: SyncKind): Promise<void> {
  const { db, clock, whatsapp } = deps
  const place = { tenantId: number.tenantId, numberId: number.id }
  const before = await db.tenant(place.tenantId, (tx) => findHistorySync(tx, place))
  if (before?.[kind.taken] || (kind.syncType === 'history' && isSyncOver(before))) return
  const write = (changes: Parameters<typeof upsertHistorySync>[2]) =>
    db.tenant(place.tenantId, (tx) => upsertHistorySync(tx, place, changes, clock.now()))
  if (clock.now().getTime() - (number.onboardedAt ?? number.createdAt).getTime() > HISTORY_REQUEST_WINDOW_MS) {
    await write({ [kind.taken]: clock.now(), ...toFailedState(kind, TOO_LATE_CODE) })
    return
  }
  await write({ [kind.asked]: clock.now(), ...(kind.syncType === 'history' ? { state: 'running' as const } : {}) })
  const answer = await whatsapp.askPhone(getWhatsAppAccount(deps, number), kind.syncType)
  if (answer.kind === 'unreachable') throw new Error('WhatsApp was not reached')
  const wasTaken = answer.kind === 'answered' || (answer.code === ALREADY_REQUESTED_CODE && before?.[kind.asked] != null)
  if (answer.kind === 'refused' && !wasTaken)
    deps.log.warn({ code: answer.code, kind: kind.syncType }, 'a phone hands nothing over')
  await write({
    [kind.taken]: clock.now(),
    ...(wasTaken ? {} : toFailedState(kind, answer.kind === 'refused' ? answer.code : null)),
  })
}

const isSyncOver = (row: HistorySyncRow | null): boolean =>
  row?.state === 'failed' || row?.state === 'refused' || row?.state === 'done'

/**
 * Returns the changes to store if Meta rejected a request. Only the history has a state; contacts have none, because Meta does not report
 * when the import of contacts ends.
 */
const toFailedState = ({ syncType }: SyncKind, code: number | null) => (syncType === 'history' ? toSyncFailure(code) : {})
