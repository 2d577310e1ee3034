import type { Attachment } from '@prosa/contract/entities/conversations/message'
import {
  type SentContact,
  type SentLocation,
  sentContact,
  sentLocation,
} from '@prosa/contract/entities/conversations/structured-content'
import type { SentChoices } from '@prosa/contract/entities/conversations/structured-content-shape'
import { normalizeChoices } from '@prosa/contract/rules/conversations/choices'
import { normalizeLocation } from '@prosa/contract/rules/conversations/location'
import type { OutgoingStructuredContent } from '../../../platform/external-services/whatsapp-api.ts'
import { getChoices } from './choices.ts'

interface StructuredBody {
  location?: SentLocation | undefined
  contact?: SentContact | undefined
  choices?: SentChoices | undefined
}

/**
 * Returns the location, contact or answer options of a validated request, or null if there are none. See
 * rules/conversations/outgoing-message.ts for the validation.
 */
export function parseStructuredContent({ location, contact, choices }: StructuredBody): OutgoingStructuredContent | null {
  if (choices) return { choices: normalizeChoices(choices) }
  if (location) return { location: normalizeLocation(location) }
  return contact ? { contact: sentContact.parse(contact) } : null
}

/**
 * Returns the message columns that store a location, a contact or answer options.
 * @param content text of the message; empty for a location or contact (MEDIA-19), except in a template
 */
export function toStructuredMessageFields(structuredContent: OutgoingStructuredContent, content: string) {
  if ('choices' in structuredContent) return { meta: { choices: structuredContent.choices } }
  if ('location' in structuredContent) {
    const { name, address } = structuredContent.location
    const preview = content || name || address || 'Localização'
    return { type: 'location', attachment: structuredContent.location satisfies Attachment, preview }
  }
  const attachment: Attachment = { ...structuredContent.contact, contacts: [structuredContent.contact] }
  return { type: 'contact', attachment, preview: `Contato: ${structuredContent.contact.name}` }
}

/** Returns the location, contact or answer options of a stored outgoing message, or null if the message has none. */
export function getStructuredContent({
  type,
  attachment,
  meta,
}: {
  type: string
  attachment: unknown
  meta: unknown
}): OutgoingStructuredContent | null {
  const choices = getChoices(meta)
  if (choices) return { choices }
  if (type === 'location' || type === 'template') {
    const location = sentLocation.safeParse(attachment).data
    return location ? { location } : null
  }
  if (type !== 'contact') return null
  const contact = sentContact.safeParse(attachment).data
  return contact ? { contact } : null
}
