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

/** Fields of a message to a lead. Only some combinations are valid. */
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
  message: string
}

const EXCLUSIVE_FIELD_MESSAGES = {
  location: 'Uma localização vai sozinha.',
  contact: 'Um contato vai sozinho.',
  choices: 'Opções vão só com sua pergunta.',
}
const CARD_SCHEMAS = { location: sentLocation, contact: sentContact }

/**
 * Returns the first problem of a message to a lead, or null if it is valid. Separate from the endpoint's schema, so that pages that send
 * only text do not load this code.
 */
export function findOutgoingMessageProblem(body: OutgoingMessageBody): FieldProblem | null {
  const { content, file_id, as, choices } = body
  const hasFile = file_id !== undefined
  if (hasFile !== (as !== undefined)) return { field: 'as', message: 'Um arquivo vai com o modo de envio, e só ele.' }
  const [exclusiveField, otherField] = (['location', 'contact', 'choices'] as const).filter((field) => body[field] !== undefined)
  if (exclusiveField && (hasFile || otherField))
    return { field: exclusiveField, message: EXCLUSIVE_FIELD_MESSAGES[exclusiveField] }
  if (choices) return findChoicesFieldProblem(content, choices)
  if (exclusiveField === 'location' || exclusiveField === 'contact') return findCardProblem(exclusiveField, body)
  if (!hasFile && content === '') return { field: 'content', message: 'A mensagem está vazia.' }
  // WhatsApp discards the caption of an audio file without an error.
  if ((as === 'voice' || as === 'audio') && content !== '') return { field: 'content', message: 'Um áudio vai sem legenda.' }
  if (hasFile && content.length > CAPTION_MAX_CHARS)
    return { field: 'content', message: `A legenda passa de ${CAPTION_MAX_CHARS} caracteres.` }
  return null
}

function findCardProblem(field: 'location' | 'contact', { content, [field]: value }: OutgoingMessageBody): FieldProblem | null {
  // WhatsApp messages with a location or contact cannot contain text.
  if (content !== '')
    return { field: 'content', message: `${field === 'location' ? 'Uma localização' : 'Um contato'} vai sem texto.` }
  const issue = CARD_SCHEMAS[field].safeParse(value).error?.issues[0]
  return issue ? { field, message: issue.message } : null
}

function findChoicesFieldProblem(content: string, choices: SentChoices): FieldProblem | null {
  const issue = findChoicesProblem(content, normalizeChoices(choices))
  return issue && { field: issue.part === 'content' ? 'content' : 'choices', message: issue.message }
}
