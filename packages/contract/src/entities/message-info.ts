import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** Steps of a message: `accepted` by the channel's answer, `sent` by the channel to the lead, `played`: a recording was heard. */
const MESSAGE_STEPS = ['accepted', 'sent', 'delivered', 'read', 'played', 'failed'] as const

/** All that is known of one message: when it came how far, what the channel charges, and how it read before. */
export const messageInfo = z.object({
  message_id: id,
  /** It was written in the channel's own app, by somebody of the team. */
  on_phone: z.boolean(),
  steps: z.array(z.object({ step: z.enum(MESSAGE_STEPS), at: timestamp })),
  /** What the channel says that it charges for, in its own words; null where it said nothing, absent on a channel that charges nothing. */
  charge: z.nullish(
    z.object({
      category: z.string(),
      type: z.nullish(z.string()),
      /** What that comes to by the organisation's prices, in millionths of a real; null: there is no price, absent where costs are not kept. */
      micro_brl: z.nullish(z.int()),
    }),
  ),
  /** What the channel said of its refusals, as it said it. */
  details: z.array(z.string()),
  /** Earlier wordings, oldest first; none of one that was taken back. */
  earlier: z.array(z.object({ content: z.string(), at: timestamp })),
})
export type MessageInfo = z.infer<typeof messageInfo>
