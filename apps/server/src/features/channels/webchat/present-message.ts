import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { type Attachment, isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'
import { getFirstName } from '@prosa/contract/rules/accounts/person-name'

/**
 * Returns the fields of a file attachment that a lead may see. The URL is omitted: it belongs to the panel, and the chat page builds its
 * own.
 */
const toFileAttachment = ({ mime_type, filename, size, voice }: Attachment): WebchatMessage['attachment'] => ({
  mime_type,
  filename,
  size,
  voice,
})

/** Returns the fields of a location or contact card that a lead may see (MEDIA-19). */
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
 * Converts a message for the public chat page. A lead sees only the first name of a user, and the client's message id only on its own
 * messages.
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
