import { isDeepStrictEqual } from 'node:util'
import { type SentContact, type SentLocation, sentContact, sentLocation } from '@prosa/contract/entities/carried'
import type { SentChoices } from '@prosa/contract/entities/carried-shape'
import type { Attachment, Message } from '@prosa/contract/entities/message'
import { tidyChoices } from '@prosa/contract/rules/choices'
import { tidyPlace } from '@prosa/contract/rules/place'
import type { Carried } from '../../kernel/whatsapp.ts'
import { choicesOf, sentChoices } from './choices.ts'

export const OTHER_CARRIED = 'Esta chave de envio já foi usada com outra localização, outro contato ou outras opções.'

interface Body {
  location?: SentLocation | undefined
  contact?: SentContact | undefined
  choices?: SentChoices | undefined
}

/** A place, a person or answers to choose from, as a call brings them that has been judged (rules/outgoing-message.ts); null: none of them. */
export function carriedIn({ location, contact, choices }: Body): Carried | null {
  if (choices) return { choices: tidyChoices(choices) }
  if (location) return { location: tidyPlace(location) }
  return contact ? { contact: sentContact.parse(contact) } : null
}

/**
 * What a message is when it carries a place or a person: its attachment, and nothing beside it (MEDIA-19) but the words of a template; or a text
 * that offers answers.
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

/** What a message of ours was sent with in the place of a file. */
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

/** Whether a message carries this and nothing else. */
export const isSameCarried = (message: Message, carried: Carried | undefined): boolean =>
  isDeepStrictEqual(shownCarried(message), carried ?? null)

const shownCarried = ({ type = 'text', attachment, choices }: Message): Carried | null =>
  choices ? { choices: sentChoices(choices) } : carriedBy({ type, attachment, meta: null })
