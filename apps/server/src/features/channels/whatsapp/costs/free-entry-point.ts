import * as z from 'zod/mini'
import type { Tx } from '../../../../platform/database/database.ts'
import type { Conversations } from '../../../conversations/ports.ts'
import { parseTimestamp } from '../webhook/webhook-fields.ts'

/** Conversation operation that stores the end of the free period after a click on an advertisement. */
export type FreeWindowPort = Pick<Conversations, 'setFreeWindow'>

/**
 * Status of a message in a conversation that an advertisement started. Older versions of Meta's API report an expiration for conversations
 * of other origins too; those conversations are not free.
 */
const adConversation = z.object({
  conversation: z.object({
    expiration_timestamp: z.coerce.number(),
    origin: z.object({ type: z.literal('referral_conversion') }),
  }),
})

/**
 * Stores the end of a conversation's free period if a status says that the lead came from an advertisement. Call this function before
 * locking the statuses: the erasure of a lead locks in the same order.
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
