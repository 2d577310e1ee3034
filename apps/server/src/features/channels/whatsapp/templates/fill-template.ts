import type { SentLocation } from '@prosa/contract/entities/conversations/structured-content'
import type { MessageTemplate } from '@prosa/contract/entities/whatsapp/channel'
import type { FileHeaderFormat } from '@prosa/contract/entities/whatsapp/template'
import { findHeaderLocationProblems, normalizeLocation } from '@prosa/contract/rules/conversations/location'
import { TEMPLATE_LIMITS } from '@prosa/contract/rules/whatsapp/template-problems'
import { renderTemplateText } from '@prosa/contract/rules/whatsapp/template-text'
import { errors } from '../../../../platform/errors.ts'
import type { OutgoingTemplate } from '../../../../platform/external-services/whatsapp-api.ts'

/** Values with which a user fills the placeholders of a message template. */
export interface TemplateValues {
  header?: readonly string[] | undefined
  body?: readonly string[] | undefined
  header_file_id?: string | undefined
  header_location?: SentLocation | undefined
  buttons?: readonly { index: number; value: string }[] | undefined
}

interface FilledTemplate {
  /** Template with its values, for the request to Meta. */
  template: OutgoingTemplate
  /** Complete text of the filled template, for display. */
  text: string
  file: { id: string; as: FileHeaderFormat } | null
  location: SentLocation | null
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
export function fillTemplate(template: MessageTemplate, values: TemplateValues): FilledTemplate {
  const { name, language, category, unsupported, header_file: as } = template
  if (unsupported) throw errors.invalid(unsupported)
  const header = resolvePlaceholderValues(template.header?.places ?? [], values.header ?? [], 'header')
  const body = resolvePlaceholderValues(template.body.places, values.body ?? [], 'body')
  const buttons = resolveButtonValues(template, values.buttons ?? [])
  const { header_file_id: id } = values
  if (as && id === undefined) throw errors.invalid(FILE_REQUIRED, { header_file_id: FILE_REQUIRED })
  if (!as && id !== undefined) throw errors.invalid(FILE_NOT_ALLOWED, { header_file_id: FILE_NOT_ALLOWED })
  return {
    template: { name, language, category: category ?? null, header, body, ...(buttons.length > 0 ? { buttons } : {}) },
    text: renderTemplateText(template, { header: values.header ?? [], body: values.body ?? [] }),
    file: as && id !== undefined ? { id, as } : null,
    location: resolveHeaderLocation(template, values.header_location),
  }
}

function resolveHeaderLocation(
  { header_location: isRequired }: MessageTemplate,
  location: SentLocation | undefined,
): SentLocation | null {
  if (!isRequired && !location) return null
  if (!isRequired) throw errors.invalid(LOCATION_NOT_ALLOWED, { header_location: LOCATION_NOT_ALLOWED })
  const problem = location ? findHeaderLocationProblems(location)[0]?.message : LOCATION_REQUIRED
  if (problem || !location) throw errors.invalid(problem ?? LOCATION_REQUIRED, { header_location: problem ?? LOCATION_REQUIRED })
  return normalizeLocation(location)
}

function resolvePlaceholderValues(
  placeholders: readonly string[],
  values: readonly string[],
  field: string,
): OutgoingTemplate['body'] {
  if (values.length !== placeholders.length) {
    const message = `Este modelo tem ${placeholders.length} ${placeholders.length === 1 ? 'campo' : 'campos'} a preencher.`
    throw errors.invalid(message, { [field]: message })
  }
  return placeholders.map((placeholder, index) => ({
    name: /^\d+$/.test(placeholder) ? null : placeholder,
    value: values[index] ?? '',
  }))
}

function resolveButtonValues(
  { buttons }: MessageTemplate,
  values: NonNullable<TemplateValues['buttons']>,
): NonNullable<OutgoingTemplate['buttons']> {
  const buttonsWithValue = buttons.flatMap(({ asks }, index) => (asks ? [{ index, asks }] : []))
  const isComplete =
    buttonsWithValue.length === values.length &&
    buttonsWithValue.every(({ index }) => values.some((entry) => entry.index === index))
  if (!isComplete) throw errors.invalid(FIELDS_REQUIRED, { buttons: FIELDS_REQUIRED })
  return buttonsWithValue.map(({ index, asks }) => {
    const { value } = values.find((entry) => entry.index === index) ?? { value: '' }
    if (asks === 'code' && value.length > TEMPLATE_LIMITS.code) throw errors.invalid(CODE_TOO_LONG, { buttons: CODE_TOO_LONG })
    return { index, kind: asks === 'code' ? 'copy_code' : 'url', value }
  })
}
