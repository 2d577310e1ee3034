import type { WebchatMessage } from '@prosa/contract/calls/webchat'
import { isLeadRole, type Message } from '@prosa/contract/entities/message'
import { firstNameOf } from '@prosa/contract/rules/name'

/** What a lead may see of a message: of a person of the team the first name, of its own message the key that it was sent with. */
export function presentForLead(message: Message): WebchatMessage {
  const { message_id, role, content, timestamp, type, seq, client_message_id, sender } = message
  const isOwn = isLeadRole(role)
  return {
    message_id,
    role,
    content,
    timestamp,
    ...(type ? { type } : {}),
    ...(seq === undefined ? {} : { seq }),
    client_message_id: isOwn ? (client_message_id ?? null) : null,
    person: !isOwn && sender ? firstNameOf(sender.name) : null,
  }
}
