import type { SentMediaType } from '../../entities/conversations/message.ts'
import {
  type SentContact,
  type SentLocation,
  sentContact,
  sentLocation,
} from '../../entities/conversations/structured-content.ts'
import type { SentChoices } from '../../entities/conversations/structured-content-shape.ts'
import { findChoicesProblem, normalizeChoices } from './choices.ts'

/** Maximum number of characters of a file's caption (MEDIA-12). */
export const CAPTION_MAX_CHARS = 1_024

/** Fields of an outgoing message, of which only some combinations are valid. */
interface OutgoingMessageBody {
  content: string
  file_id?: string | undefined
  as?: SentMediaType | undefined
  location?: SentLocation | undefined
  contact?: SentContact | undefined
  choices?: SentChoices | undefined
}

interface FieldProblem {
  field: keyof OutgoingMessageBody
  words: string
}

const EXCLUSIVE_FIELD_MESSAGES = {
  location: 'Uma localização vai sozinha.',
  contact: 'Um contato vai sozinho.',
  choices: 'Opções vão só com sua pergunta.',
}
const CARD_SCHEMAS = { location: sentLocation, contact: sentContact }

/**
 * Returns the first invalid field or combination of fields of an outgoing message, or null if the message is valid. Not part of the
 * endpoint's schema, because pages that send only text load that schema.
 */
export function findOutgoingMessageProblem(body: OutgoingMessageBody): FieldProblem | null {
  const { content, file_id, as, choices } = body
  const hasFile = file_id !== undefined
  if (hasFile !== (as !== undefined)) return { field: 'as', words: 'Um arquivo vai com o modo de envio, e só ele.' }
  const [carried, other] = (['location', 'contact', 'choices'] as const).filter((field) => body[field] !== undefined)
  if (carried && (hasFile || other)) return { field: carried, words: EXCLUSIVE_FIELD_MESSAGES[carried] }
  if (choices) return findChoicesFieldProblem(content, choices)
  if (carried === 'location' || carried === 'contact') return findCardProblem(carried, body)
  if (!hasFile && content === '') return { field: 'content', words: 'A mensagem está vazia.' }
  // WhatsApp discards the caption of an audio file without an error.
  if ((as === 'voice' || as === 'audio') && content !== '') return { field: 'content', words: 'Um áudio vai sem legenda.' }
  if (hasFile && content.length > CAPTION_MAX_CHARS)
    return { field: 'content', words: `A legenda passa de ${CAPTION_MAX_CHARS} caracteres.` }
  return null
}

function findCardProblem(field: 'location' | 'contact', { content, [field]: card }: OutgoingMessageBody): FieldProblem | null {
  // A WhatsApp message with a location or contact cannot contain text.
  if (content !== '')
    return { field: 'content', words: `${field === 'location' ? 'Uma localização' : 'Um contato'} vai sem texto.` }
  const wrong = CARD_SCHEMAS[field].safeParse(card).error?.issues[0]
  return wrong ? { field, words: wrong.message } : null
}

function findChoicesFieldProblem(content: string, choices: SentChoices): FieldProblem | null {
  const wrong = findChoicesProblem(content, normalizeChoices(choices))
  return wrong && { field: wrong.part === 'content' ? 'content' : 'choices', words: wrong.words }
}
