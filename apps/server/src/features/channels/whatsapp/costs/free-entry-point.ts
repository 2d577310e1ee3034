import * as z from 'zod/mini'
import type { Tx } from '../../../../platform/database/database.ts'
import type { Conversations } from '../../../conversations/ports.ts'
import { parseTimestamp } from '../webhook/webhook-fields.ts'

/** Operation that stores until when a conversation is free of charge after a click on an advertisement. */
export type FreeWindowPort = Pick<Conversations, 'setFreeWindow'>

/**
 * Schema of a message status in a conversation that an advertisement started. Only these conversations are free; older API versions report
 * an expiration for others too.
 */
const adConversation = z.object({
  conversation: z.object({
    expiration_timestamp: z.coerce.number(),
    origin: z.object({ type: z.literal('referral_conversion') }),
  }),
})

/**
 * Stores until when a conversation is free of charge, if a status reports that an advertisement started it. Must be called before the
 * statuses are locked, because the erasure of a lead locks in the same order.
 */
export async function applyFreeEntryPoint(
  tx: Tx,
  conversations: FreeWindowPort,
  tenantId: string,
  statuses: readonly { channelId: string; payload: unknown }[],
  at: Date,
): Promise<void> {
  for (const { channelId, payload } of statuses) {
    const until = parseTimestamp(adConversation.safeParse(payload).data?.conversation.expiration_timestamp)
    if (until) await conversations.setFreeWindow(tx, { tenantId, channelId, until }, at)
  }
}
