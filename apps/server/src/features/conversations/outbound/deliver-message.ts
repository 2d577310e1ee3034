import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, leads, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import { templateBlockReason } from '../../../platform/leads/unsolicited-messages.ts'
import { getSentFile } from '../messages/file-meta.ts'
import { findQuotedChannelId } from '../messages/quote.ts'
import { getStructuredContent } from '../messages/structured-content.ts'
import { getOutgoingTemplate } from '../messages/template-meta.ts'
import type { ChannelAdapter, ChannelAdapters, MessageToSend, PendingUploadResult, SendResult } from '../ports.ts'
import { advanceDeliveryStatus, lockMessageForUpdate } from './advance-delivery-status.ts'
import { setFreeWindow } from './set-free-window.ts'

/**
 * Milliseconds to wait for a delivery status when the channel's response to a message was lost
 * (docs/decisions/006-a-send-is-marked-first.md).
 */
const STATUS_WAIT_MS = 120_000
/**
 * Maximum number of attempts for a message that the channel postpones, over about twenty minutes. After the last attempt, the message is
 * marked as failed.
 */
const MAX_ATTEMPTS = 25
/**
 * Pause in milliseconds after a channel's rate limit was reached. Channels accept about one message per 6 s to the same lead. Each further
 * pause is twice as long.
 */
const FIRST_PAUSE_MS = 6_000
const LONGEST_PAUSE_MS = 60_000

type DeliverDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'>

/** Milliseconds after which a job sends no further message. A job's lease lasts 60 s, and sending one message may take 20 s. */
const MAX_RUN_MS = 30_000

/**
 * Sends the queued messages of a conversation through their channel, oldest first and one at a time, and stores the results. Each message
 * has its own job, but each job sends all queued messages, so a later job may find none. A message that the channel postpones delays all
 * later messages.
 */
export async function deliverMessage(
  deps: DeliverDeps,
  channelAdapters: ChannelAdapters,
  job: JobPayloads['deliver-message'],
): Promise<void> {
  const { db, log } = deps
  const adapter = channelAdapters[job.channel]
  if (!adapter?.prepare) {
    log.error(
      { channel: job.channel },
      'a message waits for a channel that this server does not have, or that takes no deliveries',
    )
    throw new Error(`No adapter delivers messages on the channel ${job.channel}`)
  }
  const prepare = adapter.prepare.bind(adapter)
  const findNext = () => db.tenant(job.tenantId, (tx) => findNextQueuedMessage(tx, deps, job))
  const deadline = performance.now() + MAX_RUN_MS
  for (let nextMessage = await findNext(); nextMessage; nextMessage = performance.now() < deadline ? await findNext() : null) {
    const message = nextMessage
    const result = await sendThroughChannel(deps, prepare, message)
    if (result?.kind === 'waits') return
    if (result) await db.tenant(job.tenantId, (tx) => storeSendResult(tx, deps, job, message, { outcome: result, adapter }))
    // A delivery status that arrived during sending could not be matched yet, because the channel's message id was not stored.
    if (result?.kind === 'accepted')
      await db.tenant(job.tenantId, (tx) => applyPendingStatuses(tx, deps, message, { outcome: result, adapter }))
  }
}

/**
 * Prepares a message, marks it as attempted, and then sends it (docs/decisions/006).
 * @returns null if the message must no longer be sent; `{ kind: 'waits' }` if the message waits for a running upload
 */
async function sendThroughChannel(
  deps: DeliverDeps,
  prepare: NonNullable<ChannelAdapter['prepare']>,
  message: MessageToSend,
): Promise<SendResult | PendingUploadResult | null> {
  const prepared = await prepare(message)
  if (prepared.kind !== 'ready') return prepared
  const isMarkedAttempted = await deps.db.tenant(message.tenantId, (tx) => markAttempted(tx, deps, message))
  return isMarkedAttempted ? prepared.send() : null
}

const SEND_FAILED_TEXT = 'Não foi possível enviar esta mensagem.'

/** Marks the next queued message of the conversation as failed. The later messages are sent by their own jobs. */
export const markNextMessageFailed = (deps: DeliverDeps, job: JobPayloads['deliver-message']): Promise<void> =>
  deps.db.tenant(job.tenantId, async (tx) => {
    const next = await findNextQueuedMessage(tx, deps, job)
    if (!next) return
    const failure = {
      tenantId: job.tenantId,
      message: { id: next.messageId },
      state: 'failed',
      reason: SEND_FAILED_TEXT,
    } as const
    await advanceDeliveryStatus(tx, failure, deps.clock.now())
  })

/**
 * Returns the next queued message of a conversation, or null if no message may be sent now. A message marked as attempted may already have
 * been sent, so it is not sent again.
 */
async function findNextQueuedMessage(
  tx: Tx,
  deps: DeliverDeps,
  job: JobPayloads['deliver-message'],
): Promise<MessageToSend | null> {
  const { tenantId, conversationId } = job
  // All code locks a conversation before its messages, to avoid deadlocks.
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
    .for('update')
  const [row] = await tx.db
    .select({
      message: messages,
      accountId: conversations.channelAccountId,
      address: conversations.channelAddress,
      optOutAt: leads.optOutAt,
      marketingAfter: leads.marketingAfter,
      timeZone: tenants.timezone,
      // Uses the database's clock, which also set `attemptAfter`, because the clocks of the server processes may differ.
      waitMs: sql<number | null>`EXTRACT(EPOCH FROM ${messages.attemptAfter} - now())::float8 * 1000`,
    })
    .from(messages)
    .innerJoin(conversations, whereTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .innerJoin(leads, whereTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .innerJoin(tenants, whereTenant(messages, tenants.id))
    .where(whereTenant(messages, tenantId, eq(messages.conversationId, conversationId), eq(messages.delivery, 'queued')))
    .orderBy(asc(messages.seq))
    .limit(1)
    .for('update', { of: messages })
  if (!row) return null
  const { message, accountId, address, waitMs } = row
  const now = deps.clock.now()
  const template = getOutgoingTemplate(message.meta)
  const blockReason = isTemplate(message) ? templateBlockReason(row, template, now) : null
  if (blockReason !== null) {
    await advanceDeliveryStatus(tx, { tenantId, message, state: 'failed', reason: blockReason }, now)
    return findNextQueuedMessage(tx, deps, job)
  }
  if (waitMs !== null && waitMs > 0) {
    await rescheduleDelivery(tx, deps, job, waitMs)
    return null
  }
  if (message.attemptedAt) {
    await markDeliveryUnknown(tx, deps, tenantId, message.id)
    return null
  }
  const { id: messageId, content, meta } = message
  const quotedChannelId = await findQuotedChannelId(tx, tenantId, meta)
  const contents = { file: getSentFile(meta), structuredContent: getStructuredContent(message) }
  return { tenantId, conversationId, messageId, accountId, address, content, template, ...contents, quotedChannelId }
}

/** Whether the message is a template. Only a template may be sent while the reply window is closed. */
const isTemplate = ({ type }: { type: string }): boolean => type === 'template'

/**
 * Marks a message as attempted before it is sent.
 * @returns false if the message must not be sent: it was erased, another job attempted it, or it is a template and the lead has opted out
 */
async function markAttempted(tx: Tx, { clock }: DeliverDeps, { tenantId, messageId }: MessageToSend): Promise<boolean> {
  const [lead] = await tx.db
    .select({
      type: messages.type,
      meta: messages.meta,
      optOutAt: leads.optOutAt,
      marketingAfter: leads.marketingAfter,
      timeZone: tenants.timezone,
    })
    .from(messages)
    .innerJoin(conversations, whereTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .innerJoin(leads, whereTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .innerJoin(tenants, whereTenant(messages, tenants.id))
    .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
    // The lock waits for a concurrent opt-out of the lead, so that no template is sent after the opt-out.
    .for('share', { of: leads })
  if (!lead || (isTemplate(lead) && templateBlockReason(lead, getOutgoingTemplate(lead.meta), clock.now()) !== null)) return false
  const updatedRows = await tx.db
    .update(messages)
    .set({ attemptedAt: clock.now() })
    .where(
      whereTenant(messages, tenantId, eq(messages.id, messageId), eq(messages.delivery, 'queued'), isNull(messages.attemptedAt)),
    )
    .returning({ id: messages.id })
  return updatedRows.length > 0
}

/** Schedules the delivery job again after `afterMs`, so that a postponed message always has a job. */
const rescheduleDelivery = (tx: Tx, { jobs }: DeliverDeps, job: JobPayloads['deliver-message'], afterMs: number): Promise<void> =>
  jobs.send(tx, 'deliver-message', job, { key: job.conversationId, afterMs })

async function storeSendResult(
  tx: Tx,
  deps: DeliverDeps,
  job: JobPayloads['deliver-message'],
  { tenantId, messageId }: MessageToSend,
  { outcome, adapter }: { outcome: SendResult; adapter: ChannelAdapter },
): Promise<void> {
  const at = deps.clock.now()
  const message = { id: messageId }
  switch (outcome.kind) {
    case 'accepted':
      await advanceDeliveryStatus(tx, { tenantId, message, state: 'sent', channelId: outcome.channelId }, at)
      return applyPendingStatuses(tx, deps, { tenantId }, { outcome, adapter })
    case 'refused':
      await advanceDeliveryStatus(tx, { tenantId, message, state: 'failed', reason: outcome.reason }, at)
      return
    case 'unknown':
      await markDeliveryUnknown(tx, deps, tenantId, messageId)
      return
    case 'later':
      return postponeMessage(tx, deps, job, messageId, outcome.reason)
  }
}

/**
 * Applies delivery statuses that arrived before the channel's response to the message. They contain only the channel's message id, which is
 * known from that response.
 */
async function applyPendingStatuses(
  tx: Tx,
  { clock }: Pick<DeliverDeps, 'clock'>,
  { tenantId }: Pick<MessageToSend, 'tenantId'>,
  { outcome, adapter }: { outcome: Extract<SendResult, { kind: 'accepted' }>; adapter: ChannelAdapter },
): Promise<void> {
  const { channelId } = outcome
  await adapter.applyPendingStatuses?.(
    tx,
    { tenantId, channelId },
    { advanceDeliveryStatus: advanceDeliveryStatus, setFreeWindow: setFreeWindow },
    clock.now(),
  )
}

async function postponeMessage(
  tx: Tx,
  deps: DeliverDeps,
  job: JobPayloads['deliver-message'],
  messageId: string,
  reason: string,
): Promise<void> {
  const { tenantId } = job
  const at = deps.clock.now()
  const messageCondition = whereTenant(messages, tenantId, eq(messages.id, messageId))
  await lockMessageForUpdate(tx, tenantId, { id: messageId })
  const [row] = await tx.db
    .update(messages)
    .set({ attemptedAt: null, attempts: sql`${messages.attempts} + 1` })
    .where(messageCondition)
    .returning({ attempts: messages.attempts })
  const attempts = row?.attempts ?? 0
  if (attempts >= MAX_ATTEMPTS) {
    await advanceDeliveryStatus(tx, { tenantId, message: { id: messageId }, state: 'failed', reason }, at)
    return
  }
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
  await tx.db
    .update(messages)
    .set({ attemptAfter: sql`now() + ${pauseMs}::int * interval '1 millisecond'` })
    .where(messageCondition)
  await rescheduleDelivery(tx, deps, job, pauseMs)
}

async function markDeliveryUnknown(tx: Tx, { jobs, clock }: DeliverDeps, tenantId: string, messageId: string): Promise<void> {
  await advanceDeliveryStatus(tx, { tenantId, message: { id: messageId }, state: 'unknown' }, clock.now())
  await jobs.sendOrPostpone(tx, 'settle-delivery', { tenantId, messageId }, { key: messageId, afterMs: STATUS_WAIT_MS })
}
