import { DELIVERY_STATES, type DeliveryState } from '@prosa/contract/entities/message'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isUuid, type Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { messages } from '../../../kernel/db/schema/conversations.ts'
import { messageStatuses } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { erasedKey } from '../../../kernel/erased-key.ts'
import type { Conversations } from '../../conversations/ports.ts'
import { type Charges, chargeByStatuses } from './charge-message.ts'
import { meaningOf } from './error-codes.ts'
import { type FreeTimes, heedFreeTime } from './free-time.ts'
import { heedRefusal, type Which, type Wishes } from './heed-refusal.ts'
import { marksOf } from './keep-events.ts'
import type { ForNumber } from './numbers.ts'
import { heedFileRefused } from './outgoing-media.ts'
import type { Tells } from './problems.ts'
import { purgeWithinADay } from './purge-events.ts'
import { codesOf } from './webhook-fields.ts'
import type { StatusNews } from './webhook-statuses.ts'

/** Raises the delivery status of messages. */
type Deliveries = Pick<Conversations, 'raiseDelivery'>

/** Operations of other features that a delivery status can trigger. */
export interface StatusPorts {
  conversations: Deliveries & FreeTimes
  costs: Charges
  leads: Wishes
}

type StatusRow = typeof messageStatuses.$inferSelect

/** Delivery status for each status of Meta. A played voice note counts as read. */
const STATES: Readonly<Record<string, DeliveryState>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}

const refusals = z.object({ errors: z.optional(z.unknown()) })

/** Stores the full payload of statuses, each once. */
export async function keepStatuses(
  tx: Tx,
  { tenantId, numberId }: ForNumber,
  news: readonly StatusNews[],
  at: Date,
): Promise<void> {
  if (news.length === 0) return
  await tx.db
    .insert(messageStatuses)
    .values(news.map((said) => ({ ...said, tenantId, numberId, receivedAt: at })))
    .onConflictDoNothing()
}

/**
 * Raises the delivery status of messages by stored statuses that were not processed yet. Uses one transaction per message, so that a locked
 * conversation does not delay the others.
 */
export async function applyStatuses(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'mail'>,
  ports: StatusPorts,
  place: ForNumber,
  channelIds: readonly string[],
): Promise<void> {
  if (channelIds.length === 0) return
  const { db, clock } = deps
  const { tenantId } = place
  const waiting = await db.tenant(tenantId, (tx) =>
    tx.db
      .select()
      .from(messageStatuses)
      .where(
        ofTenant(
          messageStatuses,
          tenantId,
          inArray(messageStatuses.channelId, [...channelIds]),
          isNull(messageStatuses.appliedAt),
        ),
      ),
  )
  for (const [channelId, rows] of Map.groupBy(waiting, (row) => row.channelId)) {
    const news = { channelId, rows, ours: oursOf(rows) }
    // In its own transaction before the other: it locks the lead, and a lead must be locked before its conversation.
    if (rows.some((row) => refusedBy(row).length > 0))
      await db.tenant(tenantId, (tx) => heed(tx, deps, ports.leads, place, news, clock.now()))
    await db.tenant(tenantId, (tx) => apply(tx, deps, place, news, ports))
  }
}

/** New statuses of one message. */
interface News {
  channelId: string
  rows: readonly StatusRow[]
  /** The message by our own id, if Meta returns it in the callback data. */
  ours: Which | null
}

function oursOf(rows: readonly StatusRow[]): Which | null {
  const id = rows.map(({ callbackData }) => callbackData).find((data) => data && isUuid(data))
  return id ? { id } : null
}

async function heed(
  tx: Tx,
  tells: Tells,
  leads: Wishes,
  place: ForNumber,
  { channelId, rows, ours }: News,
  at: Date,
): Promise<void> {
  for (const row of rows)
    for (const code of refusedBy(row))
      await heedRefusal(
        tx,
        tells,
        leads,
        place,
        { code, message: ours ?? { channelId }, saidAt: row.saidAt ?? row.receivedAt },
        at,
      )
}

async function apply(
  tx: Tx,
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  place: ForNumber,
  { channelId, rows, ours }: News,
  { conversations, costs }: Pick<StatusPorts, 'conversations' | 'costs'>,
): Promise<void> {
  const { tenantId } = place
  const these = ofTenant(
    messageStatuses,
    tenantId,
    eq(messageStatuses.channelId, channelId),
    inArray(
      messageStatuses.digest,
      rows.map(({ digest }) => digest),
    ),
  )
  if (await isOfErased(tx, place, ours, channelId)) {
    await tx.db.delete(messageStatuses).where(these)
    return
  }
  const at = clock.now()
  const known =
    (ours !== null && (await raise(tx, tenantId, ours, rows, conversations, at))) ||
    (await raise(tx, tenantId, { channelId }, rows, conversations, at))
  if (known) await heedFreeTime(tx, conversations, tenantId, rows, at)
  await tx.db.update(messageStatuses).set({ appliedAt: at, known }).where(these)
  if (known) {
    await chargeByStatuses(tx, costs, tenantId, channelId)
    for (const row of rows) await heedFileRefused(tx, place, channelId, { codes: refusedBy(row), saidAt: row.saidAt ?? at })
  } else await purgeWithinADay(tx, { jobs }, tenantId)
}

/** Applies stored statuses that arrived before their message, which the team sent from its phone. */
export async function applyKept(
  tx: Tx,
  { tenantId }: Pick<ForNumber, 'tenantId'>,
  channelId: string,
  { conversations, costs }: Pick<StatusPorts, 'conversations' | 'costs'>,
  at: Date,
): Promise<void> {
  const mine = ofTenant(messageStatuses, tenantId, eq(messageStatuses.channelId, channelId), eq(messageStatuses.known, false))
  const kept = await tx.db.select().from(messageStatuses).where(mine)
  if (kept.length === 0) return
  await raise(tx, tenantId, { channelId }, kept, conversations, at)
  await heedFreeTime(tx, conversations, tenantId, kept, at)
  // Only the rows read above: a status that arrives meanwhile is applied by its own transaction.
  const these = inArray(
    messageStatuses.digest,
    kept.map(({ digest }) => digest),
  )
  await tx.db.update(messageStatuses).set({ known: true, appliedAt: at }).where(and(mine, these))
  await chargeByStatuses(tx, costs, tenantId, channelId)
  for (const row of kept) await heedFileRefused(tx, row, channelId, { codes: refusedBy(row), saidAt: row.saidAt ?? at })
}

/** Raises the delivery status of a message step by step up to the newest status. Returns false if the message is not stored (yet). */
async function raise(
  tx: Tx,
  tenantId: string,
  message: Which,
  rows: readonly StatusRow[],
  conversations: Deliveries,
  at: Date,
): Promise<boolean> {
  const told = new Map(rows.map((row) => [STATES[row.status], row]))
  const steps = DELIVERY_STATES.filter((state) => told.has(state))
  if (steps.length === 0) return (await tx.db.$count(messages, which(tenantId, message))) > 0
  for (const to of steps) {
    const row = told.get(to)
    const reason = to === 'failed' && row ? meaningOf(refusedBy(row)[0] ?? null).reason : null
    const news = { tenantId, message, to, reason, channelId: row?.channelId ?? null, saidAt: row?.saidAt ?? null }
    if (!(await conversations.raiseDelivery(tx, news, at))) return false
  }
  return true
}

/** Returns the error codes of a failed message, in Meta's order. */
const refusedBy = ({ payload }: StatusRow): number[] => codesOf(refusals.safeParse(payload).data?.errors)

const which = (tenantId: string, message: Which) =>
  ofTenant(messages, tenantId, 'id' in message ? eq(messages.id, message.id) : eq(messages.channelId, message.channelId))

/** Returns whether the lead of a message was erased, so that nothing about it may be stored. */
async function isOfErased(tx: Tx, place: ForNumber, ours: Which | null, channelId: string): Promise<boolean> {
  if (!ours) return (await marksOf(tx, place, [erasedKey(`echo:${channelId}`)])).length > 0
  const [row] = await tx.db.select({ delivery: messages.delivery }).from(messages).where(which(place.tenantId, ours))
  return row?.delivery === null
}
