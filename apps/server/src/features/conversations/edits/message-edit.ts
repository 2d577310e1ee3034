/** Edit or deletion of a message by the author of the message. */
export interface MessageEdit {
  tenantId: string
  /** Channel's id of the message, and the key of the channel's event that reports the edit. */
  channelId: string
  key: string
  /** Channel's identifier of the contact in whose conversation the message is, as in the stored channel events. */
  sender: string
  byLead: boolean
  /** New text of the message; null if the message was deleted. */
  content: string | null
  saidAt: Date
}

export interface Revocation {
  leadId: string
  messageId: string
}
