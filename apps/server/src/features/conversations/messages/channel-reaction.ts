/** Reaction of the team to a message. If `emoji` is null, the reaction is removed. */
export interface ChannelReaction {
  tenantId: string
  conversationId: string
  /** Channel account to which the lead writes. */
  accountId: string | null
  /** Lead's address on the channel. */
  address: string | null
  /** Channel's id of the message to which the team reacts. */
  channelId: string
  emoji: string | null
}
