import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { type Attachment, isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'
import { getFirstName } from '@prosa/contract/rules/accounts/person-name'

/**
 * Converts the attachment of a file for the lead. Omits the URL: the panel's URL is not accessible to leads, and the chat page builds its
 * own.
 */
const toFileAttachment = ({ mime_type, filename, size, voice }: Attachment): WebchatMessage['attachment'] => ({
  mime_type,
  filename,
  size,
  voice,
})

/** Returns the fields of a location or a contact card that a lead may see (MEDIA-19). */
const toCardAttachment = ({ latitude, longitude, name, address, phone, email }: Attachment): WebchatMessage['attachment'] => ({
  latitude,
  longitude,
  name,
  address,
  phone,
  email,
})

const toLeadAttachment = (type: string | undefined, attachment: Attachment): WebchatMessage['attachment'] => {
  if (type === 'location' || type === 'contact') return toCardAttachment(attachment)
  return attachment.url ? toFileAttachment(attachment) : null
}

/**
 * Converts a message to the format of the public chat page, with only those fields that the lead may see. Contains only the first name of
 * the user who sent the message. Contains the idempotency key only for the lead's own messages.
 */
export function presentMessageForLead(message: Message): WebchatMessage {
  const {
    message_id,
    role,
    content,
    timestamp,
    type,
    seq,
    client_message_id,
    sender,
    attachment,
    reply_to,
    our_reaction,
    choices,
  } = message
  const isFromLead = isLeadRole(role)
  const leadAttachment = attachment ? toLeadAttachment(type, attachment) : null
  return {
    message_id,
    role,
    content,
    timestamp,
    ...(type ? { type } : {}),
    ...(seq === undefined ? {} : { seq }),
    ...(leadAttachment ? { attachment: leadAttachment } : {}),
    client_message_id: isFromLead ? (client_message_id ?? null) : null,
    person: !isFromLead && sender ? getFirstName(sender.name) : null,
    ...(reply_to ? { reply_to: { ...reply_to, person: reply_to.person ? getFirstName(reply_to.person) : null } } : {}),
    ...(choices ? { choices } : {}),
    ...(our_reaction ? { reacted: our_reaction.emoji ?? null } : {}),
  }
}
