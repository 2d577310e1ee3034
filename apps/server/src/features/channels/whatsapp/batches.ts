import { createHash } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappEvents } from '../../../kernel/db/schema/whatsapp.ts'
import type { Jobs } from '../../../kernel/job-names.ts'
import type { StatusPorts } from './apply-status.ts'
import type { ForNumber } from './numbers.ts'
import { type StoreDeps, storeParts } from './store-parts.ts'
import { type Parts, takeApart } from './take-apart.ts'
import type { Change } from './webhook-body.ts'
import { whyNever } from './why-never.ts'

/** Sender of batches, which contain messages of many people. */
const NOBODY = ''
/** Schema of the changes that `keepBatch` stores. */
const keptChanges = z.array(
  z.object({
    field: z.string(),
    accountId: z.string(),
    phoneNumberId: z.nullable(z.string()),
    at: z.nullable(z.coerce.date()),
    value: z.record(z.string(), z.unknown()),
  }),
)
/** Number of entries that one transaction stores, so that other transactions are not blocked for long. */
const SLICE = 100

/** Job that processes each kind of batch. */
const JOBS = { batch: 'take-whatsapp-batch', past: 'import-past' } as const
export type WholeKind = keyof typeof JOBS

/** Stores many changes of a number unparsed. A job parses them, so that Meta does not wait for that. */
export function keepBatch(
  { db, jobs, clock }: Pick<StoreDeps, 'db' | 'jobs' | 'clock'>,
  place: ForNumber,
  told: readonly Change[],
  kind: WholeKind = 'batch',
): Promise<void> {
  const payload = JSON.stringify(told)
  return db.tenant(place.tenantId, async (tx) => {
    await tx.db
      .insert(whatsappEvents)
      .values({
        ...place,
        kind,
        // Meta repeats a batch with identical content.
        key: `${kind}:${createHash('sha256').update(payload).digest('base64url')}`,
        sender: NOBODY,
        payload,
        place: 0,
        receivedAt: clock.now(),
      })
      .onConflictDoNothing()
    await jobs.send(tx, JOBS[kind], place, { key: place.numberId })
  })
}

/** Parses and stores a number's batches, oldest first. After an interruption it restarts the batch, and nothing is stored twice. */
export const takeBatches = (deps: StoreDeps, ports: StatusPorts, place: Jobs['take-whatsapp-batch']): Promise<void> =>
  takeWhole(deps, place, 'batch', async (told) => {
    for (const parts of slicesOf(told.map(takeApart))) await storeParts(deps, ports, place, [parts])
  })

/** Processes a number's batches of one kind, oldest first. A batch that can never be processed is marked as failed. */
export async function takeWhole(
  deps: Pick<StoreDeps, 'db' | 'clock' | 'log'>,
  place: ForNumber,
  kind: WholeKind,
  work: (told: Change[]) => Promise<void>,
): Promise<void> {
  for (let batch = await oldest(deps, place, kind); batch; batch = await oldest(deps, place, kind)) {
    const { key, told } = batch
    const failure = await take(deps, place, () => work(told))
    await finish(deps, place, key, failure)
  }
}

const GIVEN_UP = 'the process ended each time that it was worked off'

/** Marks a number's oldest unprocessed batch as failed and schedules a job for the others. */
export async function giveUpOldestBatch(
  deps: Pick<StoreDeps, 'db' | 'clock' | 'jobs'>,
  place: ForNumber,
  kind: WholeKind,
): Promise<void> {
  const batch = await oldest(deps, place, kind)
  if (!batch) return
  await finish(deps, place, batch.key, GIVEN_UP)
  await deps.db.tenant(place.tenantId, (tx) => deps.jobs.send(tx, JOBS[kind], place, { key: place.numberId }))
}

const finish = async (
  { db, clock }: Pick<StoreDeps, 'db' | 'clock'>,
  place: ForNumber,
  key: string,
  failure: string | null,
): Promise<void> => {
  await db.tenant(place.tenantId, (tx) =>
    tx.db
      .update(whatsappEvents)
      .set({ processedAt: clock.now(), failure, ...(failure === null ? { payload: null } : {}) })
      .where(and(ofNumber(place), eq(whatsappEvents.key, key))),
  )
}

/**
 * Processes a batch. Returns null, or the reason if the batch can never be processed, so that it does not block the next ones.
 * @throws errors that a retry may resolve
 */
async function take({ log }: Pick<StoreDeps, 'log'>, place: ForNumber, work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    const failure = whyNever(error)
    if (failure === null) throw error
    log.error({ err: error, numberId: place.numberId }, 'a WhatsApp batch cannot be taken apart')
    return failure
  }
}

const ofNumber = ({ tenantId, numberId }: ForNumber) => ofTenant(whatsappEvents, tenantId, eq(whatsappEvents.numberId, numberId))

const oldest = ({ db }: Pick<StoreDeps, 'db'>, place: ForNumber, kind: WholeKind) =>
  db.tenant(place.tenantId, async (tx) => {
    const [row] = await tx.db
      .select({ key: whatsappEvents.key, payload: whatsappEvents.payload })
      .from(whatsappEvents)
      .where(
        and(
          ofNumber(place),
          eq(whatsappEvents.sender, NOBODY),
          eq(whatsappEvents.kind, kind),
          isNull(whatsappEvents.processedAt),
        ),
      )
      .orderBy(asc(whatsappEvents.receivedAt))
      .limit(1)
    if (!row) return null
    return { key: row.key, told: keptChanges.parse(JSON.parse(row.payload ?? '[]')) }
  })

function* slicesOf(all: readonly Parts[]): Generator<Parts> {
  const [events, statuses, notices] = [
    all.flatMap((parts) => parts.events),
    all.flatMap((parts) => parts.statuses),
    all.flatMap((parts) => parts.notices),
  ]
  const unreadable = all.reduce((sum, parts) => sum + parts.unreadable, 0)
  const groupMessages = all.reduce((sum, parts) => sum + parts.groupMessages, 0)
  const most = Math.max(events.length, statuses.length, notices.length)
  for (let from = 0; from < most || from === 0; from += SLICE) {
    const slice = <T>(things: readonly T[]) => things.slice(from, from + SLICE)
    yield {
      events: slice(events),
      statuses: slice(statuses),
      notices: slice(notices),
      unreadable: from === 0 ? unreadable : 0,
      groupMessages: from === 0 ? groupMessages : 0,
    }
  }
}
