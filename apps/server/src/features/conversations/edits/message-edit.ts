/** Edit or deletion of a message by its author. */
export interface MessageEdit {
  tenantId: string
  /** Channel's id of the message. */
  channelId: string
  /** Key of the channel event that reported the edit. */
  key: string
  /** Channel's identifier of the contact to whom the conversation belongs, in the format of the stored channel events. */
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
