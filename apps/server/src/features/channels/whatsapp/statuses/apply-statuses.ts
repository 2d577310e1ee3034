import { DELIVERY_STATES, type DeliveryState } from '@prosa/contract/entities/conversations/message'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isUuid, type Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import { messageStatuses } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { Conversations } from '../../../conversations/ports.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { type ChargePort, chargeMessageByStatuses } from '../costs/charge-message.ts'
import { applyFreeEntryPoint, type FreeWindowPort } from '../costs/free-entry-point.ts'
import { findErasureMarks } from '../inbound/insert-events.ts'
import { hashErasedMessageId } from '../lead-data/hash-erased-message-id.ts'
import { handleFileRejection } from '../media/outgoing-media.ts'
import type { NotifyDeps } from '../number-health/problems.ts'
import type { NumberRef } from '../numbers/numbers.ts'
import { handleSendRejection, type MarketingPort, type MessageRef } from '../outbound/handle-send-rejection.ts'
import { scheduleEventPurge } from '../webhook/purge-events.ts'
import { getErrorCodes } from '../webhook/webhook-fields.ts'
import type { WebhookStatus } from './webhook-statuses.ts'

/** Conversation operation that raises the delivery status of a message. */
type DeliveryPort = Pick<Conversations, 'raiseDelivery'>

/** Operations of other features that a delivery status from Meta can trigger. */
export interface StatusPorts {
  conversations: DeliveryPort & FreeWindowPort
  costs: ChargePort
  leads: MarketingPort
}

type StatusRow = typeof messageStatuses.$inferSelect

/** Delivery state for each of Meta's statuses. A played voice message counts as read. */
const DELIVERY_BY_STATUS: Readonly<Record<string, DeliveryState>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}

const statusErrors = z.object({ errors: z.optional(z.unknown()) })

/** Stores the full payload of Meta's statuses. Skips statuses that are already stored. */
export async function insertStatuses(
  tx: Tx,
  { tenantId, numberId }: NumberRef,
  news: readonly WebhookStatus[],
  at: Date,
): Promise<void> {
  if (news.length === 0) return
  await tx.db
    .insert(messageStatuses)
    .values(news.map((said) => ({ ...said, tenantId, numberId, receivedAt: at })))
    .onConflictDoNothing()
}

/**
 * Raises the delivery state of messages according to stored statuses that were not processed yet. Uses a separate transaction per message,
 * so that a locked conversation does not delay the other ones. `channelIds`: Meta's ids of the messages.
 */
export async function applyStatuses(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'mail'>,
  ports: StatusPorts,
  place: NumberRef,
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
        whereTenant(
          messageStatuses,
          tenantId,
          inArray(messageStatuses.channelId, [...channelIds]),
          isNull(messageStatuses.appliedAt),
        ),
      ),
  )
  for (const [channelId, rows] of Map.groupBy(waiting, (row) => row.channelId)) {
    const news = { channelId, rows, ours: getOwnMessageRef(rows) }
    // Runs in its own transaction before the other one: it locks the lead, and a lead must be locked before its conversation.
    if (rows.some((row) => getStatusErrorCodes(row).length > 0))
      await db.tenant(tenantId, (tx) => handleStatusErrors(tx, deps, ports.leads, place, news, clock.now()))
    await db.tenant(tenantId, (tx) => applyNewStatuses(tx, deps, place, news, ports))
  }
}

/** New statuses of one outgoing message. */
interface NewStatuses {
  channelId: string
  rows: readonly StatusRow[]
  /** Our own id of the message, if Meta returns it in the callback data; otherwise null. */
  ours: MessageRef | null
}

function getOwnMessageRef(rows: readonly StatusRow[]): MessageRef | null {
  const id = rows.map(({ callbackData }) => callbackData).find((data) => data && isUuid(data))
  return id ? { id } : null
}

async function handleStatusErrors(
  tx: Tx,
  tells: NotifyDeps,
  leads: MarketingPort,
  place: NumberRef,
  { channelId, rows, ours }: NewStatuses,
  at: Date,
): Promise<void> {
  for (const row of rows)
    for (const code of getStatusErrorCodes(row))
      await handleSendRejection(
        tx,
        tells,
        leads,
        place,
        { code, message: ours ?? { channelId }, saidAt: row.saidAt ?? row.receivedAt },
        at,
      )
}

async function applyNewStatuses(
  tx: Tx,
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  place: NumberRef,
  { channelId, rows, ours }: NewStatuses,
  { conversations, costs }: Pick<StatusPorts, 'conversations' | 'costs'>,
): Promise<void> {
  const { tenantId } = place
  const these = whereTenant(
    messageStatuses,
    tenantId,
    eq(messageStatuses.channelId, channelId),
    inArray(
      messageStatuses.digest,
      rows.map(({ digest }) => digest),
    ),
  )
  if (await isLeadErased(tx, place, ours, channelId)) {
    await tx.db.delete(messageStatuses).where(these)
    return
  }
  const at = clock.now()
  const known =
    (ours !== null && (await advanceMessageDelivery(tx, tenantId, ours, rows, conversations, at))) ||
    (await advanceMessageDelivery(tx, tenantId, { channelId }, rows, conversations, at))
  if (known) await applyFreeEntryPoint(tx, conversations, tenantId, rows, at)
  await tx.db.update(messageStatuses).set({ appliedAt: at, known }).where(these)
  if (known) {
    await chargeMessageByStatuses(tx, costs, tenantId, channelId)
    for (const row of rows)
      await handleFileRejection(tx, place, channelId, { codes: getStatusErrorCodes(row), saidAt: row.saidAt ?? at })
  } else await scheduleEventPurge(tx, { jobs }, tenantId)
}

/** Applies stored statuses that arrived before their message was stored. */
export async function applyPendingStatuses(
  tx: Tx,
  { tenantId }: Pick<NumberRef, 'tenantId'>,
  channelId: string,
  { conversations, costs }: Pick<StatusPorts, 'conversations' | 'costs'>,
  at: Date,
): Promise<void> {
  const mine = whereTenant(messageStatuses, tenantId, eq(messageStatuses.channelId, channelId), eq(messageStatuses.known, false))
  const kept = await tx.db.select().from(messageStatuses).where(mine)
  if (kept.length === 0) return
  await advanceMessageDelivery(tx, tenantId, { channelId }, kept, conversations, at)
  await applyFreeEntryPoint(tx, conversations, tenantId, kept, at)
  // Updates only the rows read above: a status that arrives in the meantime is applied by its own transaction.
  const these = inArray(
    messageStatuses.digest,
    kept.map(({ digest }) => digest),
  )
  await tx.db.update(messageStatuses).set({ known: true, appliedAt: at }).where(and(mine, these))
  await chargeMessageByStatuses(tx, costs, tenantId, channelId)
  for (const row of kept)
    await handleFileRejection(tx, row, channelId, { codes: getStatusErrorCodes(row), saidAt: row.saidAt ?? at })
}

/** Raises the delivery state of a message step by step up to the newest status. Returns false if the message is not stored (yet). */
async function advanceMessageDelivery(
  tx: Tx,
  tenantId: string,
  message: MessageRef,
  rows: readonly StatusRow[],
  conversations: DeliveryPort,
  at: Date,
): Promise<boolean> {
  const told = new Map(rows.map((row) => [DELIVERY_BY_STATUS[row.status], row]))
  const steps = DELIVERY_STATES.filter((state) => told.has(state))
  if (steps.length === 0) return (await tx.db.$count(messages, whereMessage(tenantId, message))) > 0
  for (const to of steps) {
    const row = told.get(to)
    const reason = to === 'failed' && row ? getErrorMeaning(getStatusErrorCodes(row)[0] ?? null).reason : null
    const news = { tenantId, message, to, reason, channelId: row?.channelId ?? null, saidAt: row?.saidAt ?? null }
    if (!(await conversations.raiseDelivery(tx, news, at))) return false
  }
  return true
}

/** Returns Meta's error codes in a status of a failed message, in Meta's order. */
const getStatusErrorCodes = ({ payload }: StatusRow): number[] => getErrorCodes(statusErrors.safeParse(payload).data?.errors)

const whereMessage = (tenantId: string, message: MessageRef) =>
  whereTenant(messages, tenantId, 'id' in message ? eq(messages.id, message.id) : eq(messages.channelId, message.channelId))

/**
 * Returns whether the lead of a message was erased, so that nothing about the message may be stored. `ours`: our own id of the message,
 * `channelId`: Meta's id.
 */
async function isLeadErased(tx: Tx, place: NumberRef, ours: MessageRef | null, channelId: string): Promise<boolean> {
  if (!ours) return (await findErasureMarks(tx, place, [hashErasedMessageId(`echo:${channelId}`)])).length > 0
  const [row] = await tx.db.select({ delivery: messages.delivery }).from(messages).where(whereMessage(place.tenantId, ours))
  return row?.delivery === null
}
