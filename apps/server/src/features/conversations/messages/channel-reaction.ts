/** A reaction of the team to a message; a null `emoji` removes it. */
export interface ChannelReaction {
  tenantId: string
  conversationId: string
  /** The channel's account that the lead writes to, and the lead's address there. */
  accountId: string | null
  address: string | null
  /** The channel's id of the message. */
  channelId: string
  emoji: string | null
}
