/** What the team reacts with to a message; null: with nothing any more. */
export interface ChannelReaction {
  tenantId: string
  conversationId: string
  /** Which of the channel's accounts the lead writes to, and the lead's address there. */
  accountId: string | null
  address: string | null
  /** The channel's id of the message. */
  channelId: string
  emoji: string | null
}
