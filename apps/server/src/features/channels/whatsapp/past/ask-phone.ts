import type { Tx } from '../../../../kernel/db/database.ts'
import type { Deps } from '../../../../kernel/deps.ts'
import type { Jobs } from '../../../../kernel/job-names.ts'
import { accountOf, findNumber, type NumberRow } from '../numbers.ts'
import { findSync, refusedAs, type SyncRow, writeSync } from './syncs.ts'

type AskDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'whatsapp' | 'log'>

/** Milliseconds after the connection within which Meta provides the history; each kind only once. */
const OPEN_MS = 24 * 3_600_000
const [ASKED_TWICE, TOO_LATE] = [2_593_107, 2_593_108]

/** Schedules the request for a phone's history. Has no effect for a number that is not used on a phone or was already requested. */
export const askPhoneSoon = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, place: Jobs['ask-phone']): Promise<void> =>
  jobs.send(tx, 'ask-phone', place, { key: place.numberId })

const KINDS = [
  { syncType: 'smb_app_state_sync', asked: 'contactsAskedAt', taken: 'contactsTakenAt' },
  { syncType: 'history', asked: 'historyAskedAt', taken: 'historyTakenAt' },
] as const
type Kind = (typeof KINDS)[number]

/**
 * Requests a phone's contacts and history from Meta, each once within a day of the connection (NUM-08). Stores the request before sending
 * it: if the answer is lost, the repeated request is rejected as a duplicate, which proves that the first one was accepted.
 * @throws if the job is to be retried
 */
export async function askPhone(deps: AskDeps, { tenantId, numberId }: Jobs['ask-phone']): Promise<void> {
  const number = await deps.db.tenant(tenantId, (tx) => findNumber(tx, tenantId, numberId))
  if (number?.mode !== 'coexistence') return
  for (const kind of KINDS) {
    if (kind.syncType === 'history' && number.historyDays === 0) continue
    await ask(deps, number, kind)
  }
}

async function ask(deps: AskDeps, number: NumberRow, kind: Kind): Promise<void> {
  const { db, clock, whatsapp } = deps
  const place = { tenantId: number.tenantId, numberId: number.id }
  const before = await db.tenant(place.tenantId, (tx) => findSync(tx, place))
  if (before?.[kind.taken] || (kind.syncType === 'history' && isOver(before))) return
  const write = (changes: Parameters<typeof writeSync>[2]) =>
    db.tenant(place.tenantId, (tx) => writeSync(tx, place, changes, clock.now()))
  if (clock.now().getTime() - (number.onboardedAt ?? number.createdAt).getTime() > OPEN_MS) {
    await write({ [kind.taken]: clock.now(), ...failed(kind, TOO_LATE) })
    return
  }
  await write({ [kind.asked]: clock.now(), ...(kind.syncType === 'history' ? { state: 'running' as const } : {}) })
  const answer = await whatsapp.askPhone(accountOf(deps, number), kind.syncType)
  if (answer.kind === 'unreachable') throw new Error('WhatsApp was not reached')
  const wasTaken = answer.kind === 'answered' || (answer.code === ASKED_TWICE && before?.[kind.asked] != null)
  if (answer.kind === 'refused' && !wasTaken)
    deps.log.warn({ code: answer.code, kind: kind.syncType }, 'a phone hands nothing over')
  await write({
    [kind.taken]: clock.now(),
    ...(wasTaken ? {} : failed(kind, answer.kind === 'refused' ? answer.code : null)),
  })
}

const isOver = (row: SyncRow | null): boolean => row?.state === 'failed' || row?.state === 'refused' || row?.state === 'done'

/** Contacts have no state of their own, because Meta does not report their end. */
const failed = ({ syncType }: Kind, code: number | null) => (syncType === 'history' ? refusedAs(code) : {})
