import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversations, leads, messages } from '../../kernel/db/schema/conversations.ts'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Jobs } from '../../kernel/job-names.ts'
import { whyNotInitiate } from '../../kernel/may-initiate.ts'
import { carriedBy } from './carried.ts'
import { sentFileOf } from './file-meta.ts'
import type { ChannelAdapter, ChannelMessage, Delivered, Outgoing, Waits } from './ports.ts'
import { quotedOnChannel } from './quote.ts'
import { holdMessage, raiseDelivery } from './raise-delivery.ts'
import { setFree } from './set-free.ts'
import { templateOf } from './template-meta.ts'

/** Time in milliseconds for which an unknown delivery waits for a status of its channel (docs/decisions/006-a-send-is-marked-first.md). */
const UNKNOWN_MS = 120_000
/** Maximum number of attempts that a channel may postpone, over about twenty minutes; then the message fails. */
const ATTEMPTS_MAX = 25
/**
 * Pauses in milliseconds after a channel's rate limit, which allows about one message per 6 s and lead; each pause is twice as long as the
 * one before.
 */
const FIRST_PAUSE_MS = 6_000
const LONGEST_PAUSE_MS = 60_000

type DeliverDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'>

/** Time in milliseconds after which a job starts no further send: its lease is 60 s, and a send may take 20 s. */
const BUSY_MS = 30_000

/**
 * Sends the conversation's queued messages through their channel, oldest first and one at a time, and stores the results. Each message has
 * its own job, and each job sends the next messages in order, so a job may find none left. A message that the channel postpones delays all
 * messages after it.
 */
export async function deliverMessage(deps: DeliverDeps, outgoing: Outgoing, job: Jobs['deliver-message']): Promise<void> {
  const { db, log } = deps
  const adapter = outgoing[job.channel]
  if (!adapter?.prepare) {
    log.error(
      { channel: job.channel },
      'a message waits for a channel that this server does not have, or that takes no deliveries',
    )
    throw new Error(`No adapter delivers messages on the channel ${job.channel}`)
  }
  const prepare = adapter.prepare.bind(adapter)
  const take = () => db.tenant(job.tenantId, (tx) => takeNext(tx, deps, job))
  const until = performance.now() + BUSY_MS
  for (let next = await take(); next; next = performance.now() < until ? await take() : null) {
    const message = next
    const outcome = await handOver(deps, prepare, message)
    if (outcome?.kind === 'waits') return
    if (outcome) await db.tenant(job.tenantId, (tx) => note(tx, deps, job, message, { outcome, adapter }))
    // A status that was processed meanwhile could not be matched to the message yet.
    if (outcome?.kind === 'accepted') await db.tenant(job.tenantId, (tx) => adopt(tx, deps, message, { outcome, adapter }))
  }
}

/**
 * Prepares a message, marks it as attempted and sends it, in this order (docs/decisions/006).
 * @returns null if it must no longer be sent, before the channel is called; 'waits' if something it needs is still being uploaded
 */
async function handOver(
  deps: DeliverDeps,
  prepare: NonNullable<ChannelAdapter['prepare']>,
  message: ChannelMessage,
): Promise<Delivered | Waits | null> {
  const prepared = await prepare(message)
  if (prepared.kind !== 'ready') return prepared
  const isMarked = await deps.db.tenant(message.tenantId, (tx) => mark(tx, deps, message))
  return isMarked ? prepared.send() : null
}

const GIVEN_UP = 'Não foi possível enviar esta mensagem.'

/** Marks the conversation's next queued message as failed. The messages after it are sent by their own jobs. */
export const giveUpNextMessage = (deps: DeliverDeps, job: Jobs['deliver-message']): Promise<void> =>
  deps.db.tenant(job.tenantId, async (tx) => {
    const next = await takeNext(tx, deps, job)
    if (!next) return
    const failure = { tenantId: job.tenantId, message: { id: next.messageId }, to: 'failed', reason: GIVEN_UP } as const
    await raiseDelivery(tx, failure, deps.clock.now())
  })

/**
 * Returns the next queued message, or null if there is none to send now. A message that is already marked as attempted was interrupted and
 * may have been sent, so it is not sent again.
 */
async function takeNext(tx: Tx, deps: DeliverDeps, job: Jobs['deliver-message']): Promise<ChannelMessage | null> {
  const { tenantId, conversationId } = job
  // Locks the conversation before its message, as all code does.
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(ofTenant(conversations, tenantId, eq(conversations.id, conversationId)))
    .for('update')
  const [row] = await tx.db
    .select({
      message: messages,
      accountId: conversations.channelAccountId,
      address: conversations.channelAddress,
      optOutAt: leads.optOutAt,
      marketingAfter: leads.marketingAfter,
      timeZone: tenants.timezone,
      // By the database's clock, which also set `attemptAfter`: the clocks of other processes may differ.
      waitMs: sql<number | null>`EXTRACT(EPOCH FROM ${messages.attemptAfter} - now())::float8 * 1000`,
    })
    .from(messages)
    .innerJoin(conversations, ofTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .innerJoin(leads, ofTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .innerJoin(tenants, ofTenant(messages, tenants.id))
    .where(ofTenant(messages, tenantId, eq(messages.conversationId, conversationId), eq(messages.delivery, 'queued')))
    .orderBy(asc(messages.seq))
    .limit(1)
    .for('update', { of: messages })
  if (!row) return null
  const { message, accountId, address, waitMs } = row
  const now = deps.clock.now()
  const template = templateOf(message.meta)
  const whyNot = isUnasked(message) ? whyNotInitiate(row, template, now) : null
  if (whyNot !== null) {
    await raiseDelivery(tx, { tenantId, message, to: 'failed', reason: whyNot }, now)
    return takeNext(tx, deps, job)
  }
  if (waitMs !== null && waitMs > 0) {
    await putOff(tx, deps, job, waitMs)
    return null
  }
  if (message.attemptedAt) {
    await deliveryUnknown(tx, deps, tenantId, message.id)
    return null
  }
  const { id: messageId, content, meta } = message
  const answers = await quotedOnChannel(tx, tenantId, meta)
  const carried = { file: sentFileOf(meta), carried: carriedBy(message) }
  return { tenantId, conversationId, messageId, accountId, address, content, template, ...carried, answers }
}

/** Whether the message is a template, which opens the conversation without the lead's request. */
const isUnasked = ({ type }: { type: string }): boolean => type === 'template'

/**
 * Marks a message as attempted before it is sent.
 * @returns false if it must not be sent: erased, already attempted by another job, or a template to a lead that has opted out meanwhile
 */
async function mark(tx: Tx, { clock }: DeliverDeps, { tenantId, messageId }: ChannelMessage): Promise<boolean> {
  const [lead] = await tx.db
    .select({
      type: messages.type,
      meta: messages.meta,
      optOutAt: leads.optOutAt,
      marketingAfter: leads.marketingAfter,
      timeZone: tenants.timezone,
    })
    .from(messages)
    .innerJoin(conversations, ofTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .innerJoin(leads, ofTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .innerJoin(tenants, ofTenant(messages, tenants.id))
    .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
    // The lock orders this against an opt-out: no template is marked after one.
    .for('share', { of: leads })
  if (!lead || (isUnasked(lead) && whyNotInitiate(lead, templateOf(lead.meta), clock.now()) !== null)) return false
  const marked = await tx.db
    .update(messages)
    .set({ attemptedAt: clock.now() })
    .where(
      ofTenant(messages, tenantId, eq(messages.id, messageId), eq(messages.delivery, 'queued'), isNull(messages.attemptedAt)),
    )
    .returning({ id: messages.id })
  return marked.length > 0
}

/** Schedules the job again, so that a message that was postponed always has a job. */
const putOff = (tx: Tx, { jobs }: DeliverDeps, job: Jobs['deliver-message'], afterMs: number): Promise<void> =>
  jobs.send(tx, 'deliver-message', job, { key: job.conversationId, afterMs })

async function note(
  tx: Tx,
  deps: DeliverDeps,
  job: Jobs['deliver-message'],
  { tenantId, messageId }: ChannelMessage,
  { outcome, adapter }: { outcome: Delivered; adapter: ChannelAdapter },
): Promise<void> {
  const at = deps.clock.now()
  const message = { id: messageId }
  switch (outcome.kind) {
    case 'accepted':
      await raiseDelivery(tx, { tenantId, message, to: 'sent', channelId: outcome.channelId }, at)
      return adopt(tx, deps, { tenantId }, { outcome, adapter })
    case 'refused':
      await raiseDelivery(tx, { tenantId, message, to: 'failed', reason: outcome.reason }, at)
      return
    case 'unknown':
      await deliveryUnknown(tx, deps, tenantId, messageId)
      return
    case 'later':
      return later(tx, deps, job, messageId, outcome.reason)
  }
}

/** Applies statuses that arrived before the channel's response and identify the message by its channel id only. */
async function adopt(
  tx: Tx,
  { clock }: Pick<DeliverDeps, 'clock'>,
  { tenantId }: Pick<ChannelMessage, 'tenantId'>,
  { outcome, adapter }: { outcome: Extract<Delivered, { kind: 'accepted' }>; adapter: ChannelAdapter },
): Promise<void> {
  const { channelId } = outcome
  await adapter.adopt?.(tx, { tenantId, channelId }, { raiseDelivery, setFree }, clock.now())
}

async function later(tx: Tx, deps: DeliverDeps, job: Jobs['deliver-message'], messageId: string, reason: string): Promise<void> {
  const { tenantId } = job
  const at = deps.clock.now()
  const mine = ofTenant(messages, tenantId, eq(messages.id, messageId))
  await holdMessage(tx, tenantId, { id: messageId })
  const [row] = await tx.db
    .update(messages)
    .set({ attemptedAt: null, attempts: sql`${messages.attempts} + 1` })
    .where(mine)
    .returning({ attempts: messages.attempts })
  const attempts = row?.attempts ?? 0
  if (attempts >= ATTEMPTS_MAX) {
    await raiseDelivery(tx, { tenantId, message: { id: messageId }, to: 'failed', reason }, at)
    return
  }
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
  await tx.db
    .update(messages)
    .set({ attemptAfter: sql`now() + ${pause}::int * interval '1 millisecond'` })
    .where(mine)
  await putOff(tx, deps, job, pause)
}

async function deliveryUnknown(tx: Tx, { jobs, clock }: DeliverDeps, tenantId: string, messageId: string): Promise<void> {
  await raiseDelivery(tx, { tenantId, message: { id: messageId }, to: 'unknown' }, clock.now())
  await jobs.sendOrPostpone(tx, 'settle-delivery', { tenantId, messageId }, { key: messageId, afterMs: UNKNOWN_MS })
}
