import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { conversations, messages } from '../../kernel/db/schema/conversations.ts'
import type { ChannelMessage, Delivered, Deps } from '../../kernel/deps.ts'
import type { Jobs } from '../../kernel/jobs.ts'
import { holdMessage, raiseDelivery } from './raise-delivery.ts'
import { templateOf } from './template-meta.ts'

/** How long a message that may have gone out waits for a word of its channel (reliability.md, section 3). */
const DOUBT_MS = 120_000
/** Attempts that a channel may put off, over some twenty minutes; then staff are told. */
const ATTEMPTS_MAX = 25
/** A channel that was asked too fast for one lead takes about one message in 6 s; after that, ever more slowly. */
const FIRST_PAUSE_MS = 6_000
const LONGEST_PAUSE_MS = 60_000
const NO_WORD = 'O canal não confirmou se recebeu esta mensagem. Veja com o lead antes de enviar de novo.'

type DeliverDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'channels' | 'log'>

/** What an earlier version queued for a channel that takes what is stored. */
const TAKEN: Delivered = { kind: 'accepted', channelId: null }

/** A job's lease is 60 s and a send may take 20: no new one is begun after this long. */
const BUSY_MS = 30_000

/**
 * Hands the conversation's waiting messages to their channel, oldest first, one at a time, and notes how that went. There is a job for
 * each message, and each takes what is next in line: the order is the messages' own, and one that finds nothing left does nothing.
 * What the channel puts off waits for its time, and the rest of the conversation behind it.
 */
export async function deliverMessage(deps: DeliverDeps, job: Jobs['deliver-message']): Promise<void> {
  const { db, channels, log } = deps
  const adapter = channels[job.channel]
  if (!adapter) {
    log.error({ channel: job.channel }, 'a message waits for a channel that this server does not have')
    throw new Error(`No adapter for the channel ${job.channel}`)
  }
  const take = () => db.tenant(job.tenantId, (tx) => takeNext(tx, deps, job))
  const until = Date.now() + BUSY_MS
  for (let next = await take(); next; next = Date.now() < until ? await take() : null) {
    const message = next
    const leave = () => db.tenant(job.tenantId, (tx) => mark(tx, deps, message))
    const outcome = adapter.deliver ? await adapter.deliver(message, leave) : TAKEN
    await db.tenant(job.tenantId, (tx) => note(tx, deps, job, message, outcome))
  }
}

/** The next message. One found marked as attempted was cut off: it may have gone, so it is not sent again. */
async function takeNext(tx: Tx, deps: DeliverDeps, job: Jobs['deliver-message']): Promise<ChannelMessage | null> {
  const { tenantId, conversationId } = job
  // Before its message, as everybody does.
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.tenantId, tenantId), eq(conversations.id, conversationId)))
    .for('update')
  const [row] = await tx.db
    .select({
      message: messages,
      accountId: conversations.channelAccountId,
      address: conversations.channelAddress,
    })
    .from(messages)
    .innerJoin(conversations, and(eq(conversations.tenantId, messages.tenantId), eq(conversations.id, messages.conversationId)))
    .where(and(eq(messages.tenantId, tenantId), eq(messages.conversationId, conversationId), eq(messages.delivery, 'queued')))
    .orderBy(asc(messages.seq))
    .limit(1)
    .for('update', { of: messages })
  if (!row) return null
  const { message, accountId, address } = row
  const { attemptAfter } = message
  if (attemptAfter && attemptAfter > deps.clock.now()) {
    await putOff(tx, deps, job, attemptAfter.getTime() - deps.clock.now().getTime())
    return null
  }
  if (message.attemptedAt) {
    await doubt(tx, deps, tenantId, message.id)
    return null
  }
  return { tenantId, messageId: message.id, accountId, address, content: message.content, template: templateOf(message.meta) }
}

/** Marks a message as attempted, before it leaves. @returns false when it is not to leave any more: erased, or another's already */
async function mark(tx: Tx, { clock }: DeliverDeps, { tenantId, messageId }: ChannelMessage): Promise<boolean> {
  const marked = await tx.db
    .update(messages)
    .set({ attemptedAt: clock.now() })
    .where(
      and(
        eq(messages.tenantId, tenantId),
        eq(messages.id, messageId),
        eq(messages.delivery, 'queued'),
        isNull(messages.attemptedAt),
      ),
    )
    .returning({ id: messages.id })
  return marked.length > 0
}

/** The job comes again at its time: for each message there is always one that will take it. */
const putOff = (tx: Tx, { jobs }: DeliverDeps, job: Jobs['deliver-message'], ms: number): Promise<void> =>
  jobs.send(tx, 'deliver-message', job, { key: job.conversationId, startAfter: new Date(Date.now() + ms) })

async function note(
  tx: Tx,
  deps: DeliverDeps,
  job: Jobs['deliver-message'],
  { tenantId, messageId }: ChannelMessage,
  outcome: Delivered,
): Promise<void> {
  const at = deps.clock.now()
  const message = { id: messageId }
  switch (outcome.kind) {
    case 'accepted':
      await raiseDelivery(tx, { tenantId, message, to: 'sent', channelId: outcome.channelId }, at)
      return
    case 'refused':
      await raiseDelivery(tx, { tenantId, message, to: 'failed', reason: outcome.reason }, at)
      return
    case 'unknown':
      await doubt(tx, deps, tenantId, messageId)
      return
    case 'called off':
      return
    case 'later':
      return later(tx, deps, job, messageId, outcome.reason)
  }
}

async function later(tx: Tx, deps: DeliverDeps, job: Jobs['deliver-message'], messageId: string, reason: string): Promise<void> {
  const { tenantId } = job
  const at = deps.clock.now()
  const mine = and(eq(messages.tenantId, tenantId), eq(messages.id, messageId))
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
    .set({ attemptAfter: new Date(at.getTime() + pause) })
    .where(mine)
  await putOff(tx, deps, job, pause)
}

async function doubt(tx: Tx, { jobs, clock }: DeliverDeps, tenantId: string, messageId: string): Promise<void> {
  await raiseDelivery(tx, { tenantId, message: { id: messageId }, to: 'unknown' }, clock.now())
  const startAfter = new Date(Date.now() + DOUBT_MS)
  await jobs.sendOrPostpone(tx, 'settle-delivery', { tenantId, messageId }, { key: messageId, startAfter })
}

/** Ends a doubt that no word of the channel has ended: a person decides what to do. */
export function settleDelivery(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, messageId }: Jobs['settle-delivery'],
): Promise<void> {
  return db.tenant(tenantId, async (tx) => {
    const row = await holdMessage(tx, tenantId, { id: messageId })
    if (row?.delivery !== 'unknown') return
    await raiseDelivery(tx, { tenantId, message: { id: messageId }, to: 'failed', reason: NO_WORD }, clock.now())
  })
}
