/** Reaction of the team to a message. If `emoji` is null, the reaction is removed. */
export interface ChannelReaction {
  tenantId: string
  conversationId: string
  /** Channel account that the lead writes to, and the lead's address on the channel. */
  accountId: string | null
  address: string | null
  /** Channel's id of the message to which the team reacts. */
  channelId: string
  emoji: string | null
}
