import type { DeliveryState } from '@prosa/contract/entities/message'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { whatsappEvents } from '../../../kernel/db/schema/whatsapp.ts'
import { meaningOf } from './error-codes.ts'
import type { StatusNews } from './webhook-body.ts'

/** Raises how far a message went; the conversations feature does it. @returns false when the message is not known */
export type RaiseDelivery = (
  tx: Tx,
  news: {
    tenantId: string
    message: { id: string } | { channelId: string }
    to: DeliveryState
    reason?: string | null
    channelId?: string | null
  },
  at: Date,
) => Promise<boolean>

/** A voice note that was played was read. */
const STATES: Readonly<Record<string, DeliveryState>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}

/** @returns false when the message is not known (yet); a status that says nothing to us counts as applied */
export async function applyStatus(
  tx: Tx,
  tenantId: string,
  message: { id: string } | { channelId: string },
  { status, channelId, code }: Pick<StatusNews, 'status' | 'channelId' | 'code'>,
  raiseDelivery: RaiseDelivery,
  at: Date,
): Promise<boolean> {
  const to = STATES[status]
  if (!to) return true
  const reason = to === 'failed' ? meaningOf(code ?? 0).reason : null
  return raiseDelivery(tx, { tenantId, message, to, reason, channelId }, at)
}

/** Statuses that came before their message did. */
export async function applyKept(
  tx: Tx,
  { tenantId, numberId }: { tenantId: string; numberId: string },
  channelId: string,
  raiseDelivery: RaiseDelivery,
  at: Date,
): Promise<void> {
  const mine = and(
    eq(whatsappEvents.tenantId, tenantId),
    eq(whatsappEvents.numberId, numberId),
    eq(whatsappEvents.sender, channelId),
    eq(whatsappEvents.kind, 'status'),
    isNull(whatsappEvents.processedAt),
  )
  const kept = await tx.db.select({ payload: whatsappEvents.payload }).from(whatsappEvents).where(mine)
  if (kept.length === 0) return
  for (const { payload } of kept) {
    if (payload) await applyStatus(tx, tenantId, { channelId }, JSON.parse(payload) as StatusNews, raiseDelivery, at)
  }
  await tx.db.update(whatsappEvents).set({ processedAt: at, payload: null }).where(mine)
}
