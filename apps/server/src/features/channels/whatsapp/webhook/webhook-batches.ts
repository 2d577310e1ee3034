import { createHash } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import type { NumberRef } from '../numbers/numbers.ts'
import type { StatusPorts } from '../statuses/apply-statuses.ts'
import { getPermanentFailureReason } from './permanent-failure.ts'
import { persistWebhook, type WebhookDeps } from './persist-webhook.ts'
import { splitWebhook, type WebhookParts } from './split-webhook.ts'
import type { WebhookChange } from './webhook-body.ts'

/** Sender key of stored batches. It is empty, because a batch contains messages of many people. */
const BATCH_SENDER = ''
/** Schema of the webhook changes that `enqueueBatch` stores. */
const storedChanges = z.array(
  z.object({
    field: z.string(),
    accountId: z.string(),
    phoneNumberId: z.nullable(z.string()),
    at: z.nullable(z.coerce.date()),
    value: z.record(z.string(), z.unknown()),
  }),
)
/** Number of entries that one transaction stores. A larger number would block other transactions for long. */
const SLICE_SIZE = 100

/** Name of the job that processes each kind of batch. `batch`: a large webhook; `past`: a phone's history. */
const JOB_BY_KIND = { batch: 'take-whatsapp-batch', past: 'import-past' } as const
export type BatchKind = keyof typeof JOB_BY_KIND

/**
 * Stores many webhook changes of a WhatsApp number unparsed, as one batch. A job parses the batch later, so that Meta does not wait for the
 * parsing.
 */
export function enqueueBatch(
  { db, jobs, clock }: Pick<WebhookDeps, 'db' | 'jobs' | 'clock'>,
  place: NumberRef,
  told: readonly WebhookChange[],
  kind: BatchKind = 'batch',
): Promise<void> {
  const payload = JSON.stringify(told)
  return db.tenant(place.tenantId, async (tx) => {
    await tx.db
      .insert(whatsappEvents)
      .values({
        ...place,
        kind,
        // The key is a hash of the content, because Meta repeats a batch with identical content.
        key: `${kind}:${createHash('sha256').update(payload).digest('base64url')}`,
        sender: BATCH_SENDER,
        payload,
        place: 0,
        receivedAt: clock.now(),
      })
      .onConflictDoNothing()
    await jobs.send(tx, JOB_BY_KIND[kind], place, { key: place.numberId })
  })
}

/**
 * Parses and stores the batches of a WhatsApp number, oldest first. After an interruption, restarts the interrupted batch; nothing is
 * stored twice.
 */
export const processBatches = (deps: WebhookDeps, ports: StatusPorts, place: JobPayloads['take-whatsapp-batch']): Promise<void> =>
  processBatchesOfKind(deps, place, 'batch', async (told) => {
    for (const parts of splitIntoSlices(told.map(splitWebhook))) await persistWebhook(deps, ports, place, [parts])
  })

/**
 * Processes the stored batches of one kind of a WhatsApp number with `work`, oldest first. Marks a batch that can never be processed as
 * failed.
 */
export async function processBatchesOfKind(
  deps: Pick<WebhookDeps, 'db' | 'clock' | 'log'>,
  place: NumberRef,
  kind: BatchKind,
  work: (told: WebhookChange[]) => Promise<void>,
): Promise<void> {
  for (let batch = await findOldestBatch(deps, place, kind); batch; batch = await findOldestBatch(deps, place, kind)) {
    const { key, told } = batch
    const failure = await runBatch(deps, place, () => work(told))
    await finishBatch(deps, place, key, failure)
  }
}

const CRASHED_REASON = 'the process ended each time that it was worked off'

/**
 * Marks the oldest unprocessed batch of a WhatsApp number as failed, because it crashed the process on every attempt. Schedules a job for
 * the other batches.
 */
export async function markOldestBatchFailed(
  deps: Pick<WebhookDeps, 'db' | 'clock' | 'jobs'>,
  place: NumberRef,
  kind: BatchKind,
): Promise<void> {
  const batch = await findOldestBatch(deps, place, kind)
  if (!batch) return
  await finishBatch(deps, place, batch.key, CRASHED_REASON)
  await deps.db.tenant(place.tenantId, (tx) => deps.jobs.send(tx, JOB_BY_KIND[kind], place, { key: place.numberId }))
}

const finishBatch = async (
  { db, clock }: Pick<WebhookDeps, 'db' | 'clock'>,
  place: NumberRef,
  key: string,
  failure: string | null,
): Promise<void> => {
  await db.tenant(place.tenantId, (tx) =>
    tx.db
      .update(whatsappEvents)
      .set({ processedAt: clock.now(), failure, ...(failure === null ? { payload: null } : {}) })
      .where(and(whereNumber(place), eq(whatsappEvents.key, key))),
  )
}

/**
 * Processes a batch. Returns null on success. Returns the reason if the batch can never be processed, so that it does not block the next
 * batches.
 * @throws errors that a retry may resolve
 */
async function runBatch({ log }: Pick<WebhookDeps, 'log'>, place: NumberRef, work: () => Promise<void>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    const failure = getPermanentFailureReason(error)
    if (failure === null) throw error
    log.error({ err: error, numberId: place.numberId }, 'a WhatsApp batch cannot be taken apart')
    return failure
  }
}

const whereNumber = ({ tenantId, numberId }: NumberRef) =>
  whereTenant(whatsappEvents, tenantId, eq(whatsappEvents.numberId, numberId))

const findOldestBatch = ({ db }: Pick<WebhookDeps, 'db'>, place: NumberRef, kind: BatchKind) =>
  db.tenant(place.tenantId, async (tx) => {
    const [row] = await tx.db
      .select({ key: whatsappEvents.key, payload: whatsappEvents.payload })
      .from(whatsappEvents)
      .where(
        and(
          whereNumber(place),
          eq(whatsappEvents.sender, BATCH_SENDER),
          eq(whatsappEvents.kind, kind),
          isNull(whatsappEvents.processedAt),
        ),
      )
      .orderBy(asc(whatsappEvents.receivedAt))
      .limit(1)
    if (!row) return null
    return { key: row.key, told: storedChanges.parse(JSON.parse(row.payload ?? '[]')) }
  })

function* splitIntoSlices(all: readonly WebhookParts[]): Generator<WebhookParts> {
  const [events, statuses, notices] = [
    all.flatMap((parts) => parts.events),
    all.flatMap((parts) => parts.statuses),
    all.flatMap((parts) => parts.notices),
  ]
  const unreadable = all.reduce((sum, parts) => sum + parts.unreadable, 0)
  const groupMessages = all.reduce((sum, parts) => sum + parts.groupMessages, 0)
  const most = Math.max(events.length, statuses.length, notices.length)
  for (let from = 0; from < most || from === 0; from += SLICE_SIZE) {
    const slice = <T>(things: readonly T[]) => things.slice(from, from + SLICE_SIZE)
    yield {
      events: slice(events),
      statuses: slice(statuses),
      notices: slice(notices),
      unreadable: from === 0 ? unreadable : 0,
      groupMessages: from === 0 ? groupMessages : 0,
    }
  }
}
