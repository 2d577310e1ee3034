import * as z from 'zod/mini'
import type { Tx } from '../../../kernel/db/database.ts'
import type { Conversations } from '../../conversations/ports.ts'
import { momentOf } from './webhook-fields.ts'

/** Where the time after an advertisement, in which Meta charges nothing, is kept. */
export type FreeTimes = Pick<Conversations, 'setFree'>

/** Conversations that began otherwise have ended too, in older versions of Meta's: those say nothing of a price. */
const fromAd = z.object({
  conversation: z.object({
    expiration_timestamp: z.coerce.number(),
    origin: z.object({ type: z.literal('referral_conversion') }),
  }),
})

/**
 * Notes until when a conversation is free, where a status says that its lead came from an advertisement. Before the statuses are held, as
 * whoever erases a lead holds them.
 */
export async function heedFreeTime(
  tx: Tx,
  conversations: FreeTimes,
  tenantId: string,
  statuses: readonly { channelId: string; payload: unknown }[],
  at: Date,
): Promise<void> {
  for (const { channelId, payload } of statuses) {
    const until = momentOf(fromAd.safeParse(payload).data?.conversation.expiration_timestamp)
    if (until) await conversations.setFree(tx, { tenantId, channelId, until }, at)
  }
}
