import type { SentLocation } from '@prosa/contract/entities/conversations/structured-content'
import type { MessageTemplate } from '@prosa/contract/entities/whatsapp/channel'
import type { FileHeaderFormat } from '@prosa/contract/entities/whatsapp/template'
import { findHeaderLocationProblems, normalizeLocation } from '@prosa/contract/rules/conversations/location'
import { TEMPLATE_LIMITS } from '@prosa/contract/rules/whatsapp/template-problems'
import { renderTemplateText } from '@prosa/contract/rules/whatsapp/template-text'
import { errors } from '../../../../platform/errors.ts'
import type { OutgoingTemplate } from '../../../../platform/external-services/whatsapp-api.ts'

/** Values that a user enters to fill the placeholders of a message template. */
export interface TemplateValues {
  header?: readonly string[] | undefined
  body?: readonly string[] | undefined
  header_file_id?: string | undefined
  header_location?: SentLocation | undefined
  buttons?: readonly { index: number; value: string }[] | undefined
}

interface FilledTemplate {
  /** Template with its values, in the form that the request to Meta needs. */
  outgoing: OutgoingTemplate
  /** Complete text of the filled template, for display. */
  wording: string
  /** File in the template's header, or null. */
  file: { id: string; as: FileHeaderFormat } | null
  /** Location in the template's header, or null. */
  place: SentLocation | null
}

const FILE_REQUIRED = 'Escolha o arquivo do cabeçalho.'
const FILE_NOT_ALLOWED = 'Este modelo não leva arquivo.'
const LOCATION_REQUIRED = 'Escolha o lugar do cabeçalho.'
const LOCATION_NOT_ALLOWED = 'Este modelo não leva um lugar.'
const FIELDS_REQUIRED = 'Preencha todos os campos do modelo.'
const CODE_TOO_LONG = `O código tem no máximo ${TEMPLATE_LIMITS.code} caracteres.`

/**
 * Fills the placeholders of a message template.
 * @throws 400 if values, file or location are missing or superfluous, or if the template cannot be sent
 */
export function fillTemplate(template: MessageTemplate, given: TemplateValues): FilledTemplate {
  const { name, language, category, unsupported, header_file: as } = template
  if (unsupported) throw errors.invalid(unsupported)
  const header = resolvePlaceholderValues(template.header?.places ?? [], given.header ?? [], 'header')
  const body = resolvePlaceholderValues(template.body.places, given.body ?? [], 'body')
  const buttons = resolveButtonValues(template, given.buttons ?? [])
  const { header_file_id: id } = given
  if (as && id === undefined) throw errors.invalid(FILE_REQUIRED, { header_file_id: FILE_REQUIRED })
  if (!as && id !== undefined) throw errors.invalid(FILE_NOT_ALLOWED, { header_file_id: FILE_NOT_ALLOWED })
  return {
    outgoing: { name, language, category: category ?? null, header, body, ...(buttons.length > 0 ? { buttons } : {}) },
    wording: renderTemplateText(template, { header: given.header ?? [], body: given.body ?? [] }),
    file: as && id !== undefined ? { id, as } : null,
    place: resolveHeaderLocation(template, given.header_location),
  }
}

function resolveHeaderLocation({ header_location: asks }: MessageTemplate, given: SentLocation | undefined): SentLocation | null {
  if (!asks && !given) return null
  if (!asks) throw errors.invalid(LOCATION_NOT_ALLOWED, { header_location: LOCATION_NOT_ALLOWED })
  const wrong = given ? findHeaderLocationProblems(given)[0]?.message : LOCATION_REQUIRED
  if (wrong || !given) throw errors.invalid(wrong ?? LOCATION_REQUIRED, { header_location: wrong ?? LOCATION_REQUIRED })
  return normalizeLocation(given)
}

function resolvePlaceholderValues(places: readonly string[], given: readonly string[], field: string): OutgoingTemplate['body'] {
  if (given.length !== places.length) {
    const message = `Este modelo tem ${places.length} ${places.length === 1 ? 'campo' : 'campos'} a preencher.`
    throw errors.invalid(message, { [field]: message })
  }
  return places.map((place, index) => ({ name: /^\d+$/.test(place) ? null : place, value: given[index] ?? '' }))
}

function resolveButtonValues(
  { buttons }: MessageTemplate,
  given: NonNullable<TemplateValues['buttons']>,
): NonNullable<OutgoingTemplate['buttons']> {
  const asking = buttons.flatMap(({ asks }, index) => (asks ? [{ index, asks }] : []))
  const isAll = asking.length === given.length && asking.every(({ index }) => given.some((one) => one.index === index))
  if (!isAll) throw errors.invalid(FIELDS_REQUIRED, { buttons: FIELDS_REQUIRED })
  return asking.map(({ index, asks }) => {
    const { value } = given.find((one) => one.index === index) ?? { value: '' }
    if (asks === 'code' && value.length > TEMPLATE_LIMITS.code) throw errors.invalid(CODE_TOO_LONG, { buttons: CODE_TOO_LONG })
    return { index, kind: asks === 'code' ? 'copy_code' : 'url', value }
  })
}
