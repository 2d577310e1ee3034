import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import { messageStatuses } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Costs } from '../../../costs/ports.ts'

export type ChargePort = Pick<Costs, 'storeMessagePrice'>

/** Delivery statuses, most advanced first. The price in a message's most advanced status is the valid one. */
const STATUSES_BY_PROGRESS = ['played', 'read', 'delivered', 'sent', 'failed']
const DELIVERED_STATUSES = ['played', 'read', 'delivered']
const statusPricing = z.object({ pricing: z.object({ category: z.string(), type: z.nullish(z.string()) }) })

/** Stores the price of a message. Reads all stored statuses of the message, because Meta sends them in any order. */
export async function chargeMessageByStatuses(tx: Tx, costs: ChargePort, tenantId: string, channelId: string): Promise<void> {
  const statuses = await tx.db
    .select()
    .from(messageStatuses)
    .where(whereTenant(messageStatuses, tenantId, eq(messageStatuses.channelId, channelId)))
  const getRank = ({ status }: { status: string }) => STATUSES_BY_PROGRESS.indexOf(status)
  const pricedStatus = statuses
    .flatMap(({ status, digest, numberId, payload }) => {
      const pricing = statusPricing.safeParse(payload).data?.pricing
      return pricing ? [{ status, digest, numberId, pricing }] : []
    })
    .sort((a, b) => getRank(a) - getRank(b) || a.digest.localeCompare(b.digest))[0]
  if (!pricedStatus) return
  const [message] = await tx.db
    .select({ id: messages.id })
    .from(messages)
    .where(whereTenant(messages, tenantId, eq(messages.channelId, channelId)))
  if (!message) return
  const hasStatus = (states: readonly string[]) => statuses.some(({ status }) => states.includes(status))
  await costs.storeMessagePrice(tx, {
    tenantId,
    messageId: message.id,
    numberId: pricedStatus.numberId,
    category: pricedStatus.pricing.category,
    type: pricedStatus.pricing.type ?? null,
    deliveryResult: hasStatus(DELIVERED_STATUSES) ? 'arrived' : hasStatus(['failed']) ? 'failed' : 'sent',
  })
}
