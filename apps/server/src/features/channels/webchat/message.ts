import type { WebchatMessage } from '@prosa/contract/calls/webchat'
import { type Attachment, isLeadRole, type Message } from '@prosa/contract/entities/message'
import { firstNameOf } from '@prosa/contract/rules/name'

/** Its address is the page's own affair: the one that staff use opens nothing for a lead. */
const fileOf = ({ mime_type, filename, size, voice }: Attachment): WebchatMessage['attachment'] => ({
  mime_type,
  filename,
  size,
  voice,
})

/** A place or a person's card, as it is (MEDIA-19). */
const cardOf = ({ latitude, longitude, name, address, phone, email }: Attachment): WebchatMessage['attachment'] => ({
  latitude,
  longitude,
  name,
  address,
  phone,
  email,
})

const carriedBy = (type: string | undefined, attachment: Attachment): WebchatMessage['attachment'] => {
  if (type === 'location' || type === 'contact') return cardOf(attachment)
  return attachment.url ? fileOf(attachment) : null
}

/** What a lead may see of a message: of a person of the team the first name, of its own message the key that it was sent with. */
export function presentForLead(message: Message): WebchatMessage {
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
  const isOwn = isLeadRole(role)
  const carried = attachment ? carriedBy(type, attachment) : null
  return {
    message_id,
    role,
    content,
    timestamp,
    ...(type ? { type } : {}),
    ...(seq === undefined ? {} : { seq }),
    ...(carried ? { attachment: carried } : {}),
    client_message_id: isOwn ? (client_message_id ?? null) : null,
    person: !isOwn && sender ? firstNameOf(sender.name) : null,
    ...(reply_to ? { reply_to: { ...reply_to, person: reply_to.person ? firstNameOf(reply_to.person) : null } } : {}),
    ...(choices ? { choices } : {}),
    ...(our_reaction ? { reacted: our_reaction.emoji ?? null } : {}),
  }
}
