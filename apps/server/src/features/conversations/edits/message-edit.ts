/** An edit or deletion of a message by its author. */
export interface MessageEdit {
  tenantId: string
  /** The channel's id of the message, and the key of the event. */
  channelId: string
  key: string
  /** Sender identifier of the person concerned, as in the channel's stored events. */
  sender: string
  byLead: boolean
  /** The new text; null if the message was deleted. */
  content: string | null
  saidAt: Date
}

export interface Revocation {
  leadId: string
  messageId: string
}
