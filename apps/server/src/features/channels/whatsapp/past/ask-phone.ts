import type { Tx } from '../../../../kernel/db/database.ts'
import type { Deps } from '../../../../kernel/deps.ts'
import type { Jobs } from '../../../../kernel/job-names.ts'
import { accountOf, findNumber, type NumberRow } from '../numbers.ts'
import { findSync, refusedAs, type SyncRow, writeSync } from './syncs.ts'

type AskDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'whatsapp' | 'log'>

/** Meta hands over what was before so long after the linking, and each kind once. */
const OPEN_MS = 24 * 3_600_000
const [ASKED_TWICE, TOO_LATE] = [2_593_107, 2_593_108]

/** Has a number's phone asked for what it has; one that is not on a phone, or was asked, is left alone. */
export const askPhoneSoon = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, place: Jobs['ask-phone']): Promise<void> =>
  jobs.send(tx, 'ask-phone', place, { key: place.numberId })

const KINDS = [
  { syncType: 'smb_app_state_sync', asked: 'contactsAskedAt', taken: 'contactsTakenAt' },
  { syncType: 'history', asked: 'historyAskedAt', taken: 'historyTakenAt' },
] as const
type Kind = (typeof KINDS)[number]

/**
 * Asks Meta for a phone's address book and its past, each once within a day of the linking (NUM-08). That it was asked is written down first: an
 * answer that does not come back leaves a doubt, and asking again is then refused as a second time, which is a yes. A throw makes the job
 * try again later.
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

/** The address book has no state of its own: names come or they do not. */
const failed = ({ syncType }: Kind, code: number | null) => (syncType === 'history' ? refusedAs(code) : {})
