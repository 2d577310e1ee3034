import { createHash } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import type { WhatsAppNumberRef } from '../numbers/numbers.ts'
import type { StatusPorts } from '../statuses/apply-statuses.ts'
import { getPermanentFailureReason } from './permanent-failure.ts'
import { persistWebhook, type WebhookDeps } from './persist-webhook.ts'
import { splitWebhook, type WebhookParts } from './split-webhook.ts'
import type { WebhookChange } from './webhook-body.ts'

/** Sender of stored batches. It is empty, because a batch contains messages of many people. */
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
/** Number of entries that one transaction stores. A larger number would block other transactions for too long. */
const SLICE_SIZE = 100

/** Job that processes each kind of batch. `batch`: a large webhook. `past`: a phone's history. */
const JOB_BY_KIND = { batch: 'take-whatsapp-batch', past: 'import-past' } as const
export type BatchKind = keyof typeof JOB_BY_KIND

/** Stores webhook changes of a WhatsApp number unparsed, as one batch. A job parses the batch later, so that Meta does not have to wait. */
export function enqueueBatch(
  { db, jobs, clock }: Pick<WebhookDeps, 'db' | 'jobs' | 'clock'>,
  numberRef: WhatsAppNumberRef,
  changes: readonly WebhookChange[],
  kind: BatchKind = 'batch',
): Promise<void> {
  const payload = JSON.stringify(changes)
  return db.tenant(numberRef.tenantId, async (tx) => {
    await tx.db
      .insert(whatsappEvents)
      .values({
        ...numberRef,
        kind,
        // Meta repeats a batch with identical content, so the key is a hash of the content.
        key: `${kind}:${createHash('sha256').update(payload).digest('base64url')}`,
        sender: BATCH_SENDER,
        payload,
        place: 0,
        receivedAt: clock.now(),
      })
      .onConflictDoNothing()
    await jobs.send(tx, JOB_BY_KIND[kind], numberRef, { key: numberRef.numberId })
  })
}

/** Parses and stores the batches of a WhatsApp number, oldest first. An interrupted batch is processed again; nothing is stored twice. */
export const processBatches = (deps: WebhookDeps, ports: StatusPorts, job: JobPayloads['take-whatsapp-batch']): Promise<void> =>
  processBatchesOfKind(deps, job, 'batch', async (changes) => {
    for (const parts of splitIntoSlices(changes.map(splitWebhook))) await persistWebhook(deps, ports, job, [parts])
  })

/**
 * Processes the batches of one kind and one WhatsApp number with `work`, oldest first. Marks a batch as failed if it can never be
 * processed.
 */
export async function processBatchesOfKind(
  deps: Pick<WebhookDeps, 'db' | 'clock' | 'log'>,
  numberRef: WhatsAppNumberRef,
  kind: BatchKind,
  work: (changes: WebhookChange[]) => Promise<void>,
): Promise<void> {
  for (let batch = await findOldestBatch(deps, numberRef, kind); batch; batch = await findOldestBatch(deps, numberRef, kind)) {
    const { key, changes } = batch
    const failure = await runBatch(deps, numberRef, () => work(changes))
    await finishBatch(deps, numberRef, key, failure)
  }
}

const CRASHED_REASON = 'the process ended each time that it was worked off'

/**
 * Marks the oldest pending batch of a WhatsApp number as failed, because every attempt crashed the process. Schedules a job for the other
 * batches.
 */
export async function markOldestBatchFailed(
  deps: Pick<WebhookDeps, 'db' | 'clock' | 'jobs'>,
  numberRef: WhatsAppNumberRef,
  kind: BatchKind,
): Promise<void> {
  const batch = await findOldestBatch(deps, numberRef, kind)
  if (!batch) return
  await finishBatch(deps, numberRef, batch.key, CRASHED_REASON)
  await deps.db.tenant(numberRef.tenantId, (tx) => deps.jobs.send(tx, JOB_BY_KIND[kind], numberRef, { key: numberRef.numberId }))
}

const finishBatch = async (
  { db, clock }: Pick<WebhookDeps, 'db' | 'clock'>,
  numberRef: WhatsAppNumberRef,
  key: string,
  failure: string | null,
): Promise<void> => {
  await db.tenant(numberRef.tenantId, (tx) =>
    tx.db
      .update(whatsappEvents)
      .set({ processedAt: clock.now(), failure, ...(failure === null ? { payload: null } : {}) })
      .where(and(whereNumber(numberRef), eq(whatsappEvents.key, key))),
  )
}

/**
 * Processes a batch. Returns null on success, or the reason if the batch can never be processed: it must not block the next batches.
 * @throws errors that a retry may resolve
 */
async function runBatch(
  { log }: Pick<WebhookDeps, 'log'>,
  numberRef: WhatsAppNumberRef,
  work: () => Promise<void>,
): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    const failure = getPermanentFailureReason(error)
    if (failure === null) throw error
    log.error({ err: error, numberId: numberRef.numberId }, 'a WhatsApp batch cannot be taken apart')
    return failure
  }
}

const whereNumber = ({ tenantId, numberId }: WhatsAppNumberRef) =>
  whereTenant(whatsappEvents, tenantId, eq(whatsappEvents.numberId, numberId))

const findOldestBatch = ({ db }: Pick<WebhookDeps, 'db'>, numberRef: WhatsAppNumberRef, kind: BatchKind) =>
  db.tenant(numberRef.tenantId, async (tx) => {
    const [row] = await tx.db
      .select({ key: whatsappEvents.key, payload: whatsappEvents.payload })
      .from(whatsappEvents)
      .where(
        and(
          whereNumber(numberRef),
          eq(whatsappEvents.sender, BATCH_SENDER),
          eq(whatsappEvents.kind, kind),
          isNull(whatsappEvents.processedAt),
        ),
      )
      .orderBy(asc(whatsappEvents.receivedAt))
      .limit(1)
    if (!row) return null
    return { key: row.key, changes: storedChanges.parse(JSON.parse(row.payload ?? '[]')) }
  })

function* splitIntoSlices(webhookParts: readonly WebhookParts[]): Generator<WebhookParts> {
  const [events, statuses, notices] = [
    webhookParts.flatMap((parts) => parts.events),
    webhookParts.flatMap((parts) => parts.statuses),
    webhookParts.flatMap((parts) => parts.notices),
  ]
  const unreadable = webhookParts.reduce((sum, parts) => sum + parts.unreadableCount, 0)
  const groupMessages = webhookParts.reduce((sum, parts) => sum + parts.groupMessageCount, 0)
  const maxLength = Math.max(events.length, statuses.length, notices.length)
  for (let from = 0; from < maxLength || from === 0; from += SLICE_SIZE) {
    const slice = <T>(items: readonly T[]) => items.slice(from, from + SLICE_SIZE)
    yield {
      events: slice(events),
      statuses: slice(statuses),
      notices: slice(notices),
      unreadableCount: from === 0 ? unreadable : 0,
      groupMessageCount: from === 0 ? groupMessages : 0,
    }
  }
}
