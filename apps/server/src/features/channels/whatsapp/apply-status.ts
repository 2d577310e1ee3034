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

/** Raises how far a message went. */
type Deliveries = Pick<Conversations, 'raiseDelivery'>

/** What a status may say something of. */
export interface StatusPorts {
  conversations: Deliveries & FreeTimes
  costs: Charges
  leads: Wishes
}

type StatusRow = typeof messageStatuses.$inferSelect

/** A voice note that was played was read. */
const STATES: Readonly<Record<string, DeliveryState>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}

const refusals = z.object({ errors: z.optional(z.unknown()) })

/** Keeps statuses whole, each once. */
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
 * Raises how far messages went by what is kept of them and was not looked at yet. Each message by itself: who holds one conversation must
 * not wait for another.
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
    // Before, and by itself: it holds the lead, which nobody may take hold of after its conversation.
    if (rows.some((row) => refusedBy(row).length > 0))
      await db.tenant(tenantId, (tx) => heed(tx, deps, ports.leads, place, news, clock.now()))
    await db.tenant(tenantId, (tx) => apply(tx, deps, place, news, ports))
  }
}

/** What is new of one message. */
interface News {
  channelId: string
  rows: readonly StatusRow[]
  /** The message by our id, where Meta echoes it. */
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

/** Statuses that came before their message did: the team wrote it on its phone. */
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
  // One that comes at this moment is not among them: it is applied by who keeps it.
  const these = inArray(
    messageStatuses.digest,
    kept.map(({ digest }) => digest),
  )
  await tx.db.update(messageStatuses).set({ known: true, appliedAt: at }).where(and(mine, these))
  await chargeByStatuses(tx, costs, tenantId, channelId)
  for (const row of kept) await heedFileRefused(tx, row, channelId, { codes: refusedBy(row), saidAt: row.saidAt ?? at })
}

/** Raises a message step by step, as far as it is told to have gone. @returns false when it is not known (yet) */
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

/** Why a message failed, first of all what Meta says first. */
const refusedBy = ({ payload }: StatusRow): number[] => codesOf(refusals.safeParse(payload).data?.errors)

const which = (tenantId: string, message: Which) =>
  ofTenant(messages, tenantId, 'id' in message ? eq(messages.id, message.id) : eq(messages.channelId, message.channelId))

/** Its lead was erased: nothing is kept of it any more. */
async function isOfErased(tx: Tx, place: ForNumber, ours: Which | null, channelId: string): Promise<boolean> {
  if (!ours) return (await marksOf(tx, place, [erasedKey(`echo:${channelId}`)])).length > 0
  const [row] = await tx.db.select({ delivery: messages.delivery }).from(messages).where(which(place.tenantId, ours))
  return row?.delivery === null
}
