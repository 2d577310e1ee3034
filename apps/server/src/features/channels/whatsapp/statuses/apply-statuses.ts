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
import type { WhatsAppNumberRef } from '../numbers/numbers.ts'
import { handleSendRejection, type MarketingPort, type MessageRef } from '../outbound/handle-send-rejection.ts'
import { scheduleEventPurge } from '../webhook/purge-events.ts'
import { getErrorCodes } from '../webhook/webhook-fields.ts'
import type { WebhookStatus } from './webhook-statuses.ts'

type DeliveryPort = Pick<Conversations, 'advanceDeliveryStatus'>

/** Operations of other features that a message status from Meta can trigger. */
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

/** Stores statuses from Meta with their complete payload. Skips statuses that are already stored. */
export async function insertStatuses(
  tx: Tx,
  { tenantId, numberId }: WhatsAppNumberRef,
  statuses: readonly WebhookStatus[],
  at: Date,
): Promise<void> {
  if (statuses.length === 0) return
  await tx.db
    .insert(messageStatuses)
    .values(statuses.map((status) => ({ ...status, tenantId, numberId, receivedAt: at })))
    .onConflictDoNothing()
}

/**
 * Updates the delivery state of messages from stored statuses that were not applied yet. Each message has its own transaction, so that a
 * locked conversation does not delay the others.
 * @param channelIds Meta's ids of the messages
 */
export async function applyStatuses(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'mailer'>,
  ports: StatusPorts,
  numberRef: WhatsAppNumberRef,
  channelIds: readonly string[],
): Promise<void> {
  if (channelIds.length === 0) return
  const { db, clock } = deps
  const { tenantId } = numberRef
  const pendingRows = await db.tenant(tenantId, (tx) =>
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
  for (const [channelId, rows] of Map.groupBy(pendingRows, (row) => row.channelId)) {
    const newStatuses = { channelId, rows, ownMessageRef: getOwnMessageRef(rows) }
    // Runs in its own transaction, because it locks the lead. A lead must be locked before its conversation.
    if (rows.some((row) => getStatusErrorCodes(row).length > 0))
      await db.tenant(tenantId, (tx) => handleStatusErrors(tx, deps, ports.leads, numberRef, newStatuses, clock.now()))
    await db.tenant(tenantId, (tx) => applyNewStatuses(tx, deps, numberRef, newStatuses, ports))
  }
}

interface NewStatuses {
  channelId: string
  rows: readonly StatusRow[]
  /** Our own id of the message, if Meta returns it in the callback data; otherwise null. */
  ownMessageRef: MessageRef | null
}

function getOwnMessageRef(rows: readonly StatusRow[]): MessageRef | null {
  const id = rows.map(({ callbackData }) => callbackData).find((data) => data && isUuid(data))
  return id ? { id } : null
}

async function handleStatusErrors(
  tx: Tx,
  deps: NotifyDeps,
  leads: MarketingPort,
  numberRef: WhatsAppNumberRef,
  { channelId, rows, ownMessageRef }: NewStatuses,
  at: Date,
): Promise<void> {
  for (const row of rows)
    for (const code of getStatusErrorCodes(row))
      await handleSendRejection(
        tx,
        deps,
        leads,
        numberRef,
        { code, message: ownMessageRef ?? { channelId }, saidAt: row.saidAt ?? row.receivedAt },
        at,
      )
}

async function applyNewStatuses(
  tx: Tx,
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  numberRef: WhatsAppNumberRef,
  { channelId, rows, ownMessageRef }: NewStatuses,
  { conversations, costs }: Pick<StatusPorts, 'conversations' | 'costs'>,
): Promise<void> {
  const { tenantId } = numberRef
  const statusesCondition = whereTenant(
    messageStatuses,
    tenantId,
    eq(messageStatuses.channelId, channelId),
    inArray(
      messageStatuses.digest,
      rows.map(({ digest }) => digest),
    ),
  )
  if (await isLeadErased(tx, numberRef, ownMessageRef, channelId)) {
    await tx.db.delete(messageStatuses).where(statusesCondition)
    return
  }
  const at = clock.now()
  const isMessageStored =
    (ownMessageRef !== null && (await advanceMessageDelivery(tx, tenantId, ownMessageRef, rows, conversations, at))) ||
    (await advanceMessageDelivery(tx, tenantId, { channelId }, rows, conversations, at))
  if (isMessageStored) await applyFreeEntryPoint(tx, conversations, tenantId, rows, at)
  await tx.db.update(messageStatuses).set({ appliedAt: at, known: isMessageStored }).where(statusesCondition)
  if (isMessageStored) {
    await chargeMessageByStatuses(tx, costs, tenantId, channelId)
    for (const row of rows)
      await handleFileRejection(tx, numberRef, channelId, { codes: getStatusErrorCodes(row), saidAt: row.saidAt ?? at })
  } else await scheduleEventPurge(tx, { jobs }, tenantId)
}

/** Applies stored statuses that arrived before their message was stored. */
export async function applyPendingStatuses(
  tx: Tx,
  { tenantId }: Pick<WhatsAppNumberRef, 'tenantId'>,
  channelId: string,
  { conversations, costs }: Pick<StatusPorts, 'conversations' | 'costs'>,
  at: Date,
): Promise<void> {
  const unmatchedCondition = whereTenant(
    messageStatuses,
    tenantId,
    eq(messageStatuses.channelId, channelId),
    eq(messageStatuses.known, false),
  )
  const pendingRows = await tx.db.select().from(messageStatuses).where(unmatchedCondition)
  if (pendingRows.length === 0) return
  await advanceMessageDelivery(tx, tenantId, { channelId }, pendingRows, conversations, at)
  await applyFreeEntryPoint(tx, conversations, tenantId, pendingRows, at)
  // Updates only the rows that were read above. A status that arrives meanwhile is applied by its own transaction.
  const rowsCondition = inArray(
    messageStatuses.digest,
    pendingRows.map(({ digest }) => digest),
  )
  await tx.db.update(messageStatuses).set({ known: true, appliedAt: at }).where(and(unmatchedCondition, rowsCondition))
  await chargeMessageByStatuses(tx, costs, tenantId, channelId)
  for (const row of pendingRows)
    await handleFileRejection(tx, row, channelId, { codes: getStatusErrorCodes(row), saidAt: row.saidAt ?? at })
}

/** Advances the delivery state of a message step by step to the newest status. Returns false if the message is not stored. */
async function advanceMessageDelivery(
  tx: Tx,
  tenantId: string,
  message: MessageRef,
  rows: readonly StatusRow[],
  conversations: DeliveryPort,
  at: Date,
): Promise<boolean> {
  const rowByState = new Map(rows.map((row) => [DELIVERY_BY_STATUS[row.status], row]))
  const steps = DELIVERY_STATES.filter((state) => rowByState.has(state))
  if (steps.length === 0) return (await tx.db.$count(messages, whereMessage(tenantId, message))) > 0
  for (const state of steps) {
    const row = rowByState.get(state)
    const reason = state === 'failed' && row ? getErrorMeaning(getStatusErrorCodes(row)[0] ?? null).reason : null
    const update = { tenantId, message, state, reason, channelId: row?.channelId ?? null, occurredAt: row?.saidAt ?? null }
    if (!(await conversations.advanceDeliveryStatus(tx, update, at))) return false
  }
  return true
}

/** Returns Meta's error codes in a status, in Meta's order. */
const getStatusErrorCodes = ({ payload }: StatusRow): number[] => getErrorCodes(statusErrors.safeParse(payload).data?.errors)

const whereMessage = (tenantId: string, message: MessageRef) =>
  whereTenant(messages, tenantId, 'id' in message ? eq(messages.id, message.id) : eq(messages.channelId, message.channelId))

/**
 * Whether the lead of a message was erased. Nothing about the message may be stored then.
 * @param channelId Meta's id of the message
 */
async function isLeadErased(
  tx: Tx,
  numberRef: WhatsAppNumberRef,
  ownMessageRef: MessageRef | null,
  channelId: string,
): Promise<boolean> {
  if (!ownMessageRef) return (await findErasureMarks(tx, numberRef, [hashErasedMessageId(`echo:${channelId}`)])).length > 0
  const [row] = await tx.db
    .select({ delivery: messages.delivery })
    .from(messages)
    .where(whereMessage(numberRef.tenantId, ownMessageRef))
  return row?.delivery === null
}
