import { type SentContact, type SentLocation, sentContact, sentLocation } from '@prosa/contract/entities/carried'
import type { SentChoices } from '@prosa/contract/entities/carried-shape'
import type { Attachment } from '@prosa/contract/entities/message'
import { tidyChoices } from '@prosa/contract/rules/choices'
import { tidyPlace } from '@prosa/contract/rules/place'
import type { Carried } from '../../kernel/whatsapp.ts'
import { choicesOf } from './choices.ts'

interface Body {
  location?: SentLocation | undefined
  contact?: SentContact | undefined
  choices?: SentChoices | undefined
}

/** Returns the place, contact or answer options of a validated request (rules/outgoing-message.ts), or null if it has none. */
export function carriedIn({ location, contact, choices }: Body): Carried | null {
  if (choices) return { choices: tidyChoices(choices) }
  if (location) return { location: tidyPlace(location) }
  return contact ? { contact: sentContact.parse(contact) } : null
}

/**
 * Returns the stored fields of a message with a place or contact, which has no text (MEDIA-19) except that of a template, or of a text with
 * answer options.
 */
export function messageOfCarried(carried: Carried, content: string) {
  if ('choices' in carried) return { meta: { choices: carried.choices } }
  if ('location' in carried) {
    const { name, address } = carried.location
    const preview = content || name || address || 'Localização'
    return { type: 'location', attachment: carried.location satisfies Attachment, preview }
  }
  const attachment: Attachment = { ...carried.contact, contacts: [carried.contact] }
  return { type: 'contact', attachment, preview: `Contato: ${carried.contact.name}` }
}

/** Returns the place, contact or answer options with which an outgoing message was sent, or null if it has none. */
export function carriedBy({ type, attachment, meta }: { type: string; attachment: unknown; meta: unknown }): Carried | null {
  const choices = choicesOf(meta)
  if (choices) return { choices }
  if (type === 'location' || type === 'template') {
    const location = sentLocation.safeParse(attachment).data
    return location ? { location } : null
  }
  if (type !== 'contact') return null
  const contact = sentContact.safeParse(attachment).data
  return contact ? { contact } : null
}
