import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/**
 * Delivery steps of a message. `accepted`: the channel's API accepted it. `sent`: the channel sent it to the lead. `played`: the lead
 * played the audio.
 */
const MESSAGE_STEPS = ['accepted', 'sent', 'delivered', 'read', 'played', 'failed'] as const

export const messageInfo = z.object({
  message_id: id,
  /** Whether a team member wrote the message in the channel's app on a phone, instead of in the panel. */
  on_phone: z.boolean(),
  steps: z.array(z.object({ step: z.enum(MESSAGE_STEPS), at: timestamp })),
  /**
   * Category and type of the channel's charge, as the channel names them. Null if no charge was reported; absent if the channel never
   * charges.
   */
  charge: z.nullish(
    z.object({
      category: z.string(),
      type: z.nullish(z.string()),
      /**
       * Cost in millionths of a Brazilian real, by the organisation's prices. Null if no price is known; absent if costs are not recorded.
       */
      micro_brl: z.nullish(z.int()),
    }),
  ),
  /** Error details from the channel. */
  details: z.array(z.string()),
  /** Earlier texts of an edited message, oldest first. Empty if the message was deleted. */
  earlier: z.array(z.object({ content: z.string(), at: timestamp })),
})
export type MessageInfo = z.infer<typeof messageInfo>
