/** That a message was put otherwise, or taken back, where it was written. */
export interface Amendment {
  tenantId: string
  /** The channel's id of the message, and of what told this. */
  channelId: string
  key: string
  /** Who it is about, by the name that the channel's inbox knows. */
  sender: string
  byLead: boolean
  /** What it says now; null: it was taken back. */
  content: string | null
  saidAt: Date
}

export interface TakenBack {
  leadId: string
  messageId: string
}
