import type { TemplateComponent } from '@prosa/contract/entities/whatsapp/template'
import type { TemplateButton, TemplateContent } from '@prosa/contract/rules/whatsapp/template-draft'
import { extractPlaceholders } from '@prosa/contract/rules/whatsapp/template-text'
import type { SubmittedTemplateContent } from '../../../../platform/external-services/whatsapp-api.ts'

const isNamedPlaceholder = (place: string): boolean => !/^\d+$/.test(place)

/**
 * Converts a user's template to Meta's components. `handle`: upload handle of the header's example file, or null if the header contains no
 * file.
 */
export function toTemplateWording(
  { category, header, body, footer, buttons }: TemplateContent,
  handle: string | null,
): SubmittedTemplateContent {
  const parts: TemplateComponent[] = [
    ...(header ? [toHeaderComponent(header, handle)] : []),
    { type: 'BODY', text: body.text, ...toExampleValues('body', body.text, body.examples) },
    ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons: buttons.map(toButtonComponent) }] : []),
  ]
  return {
    category,
    parts,
    named: extractPlaceholders(`${(header?.kind === 'text' && header.text) || ''} ${body.text}`).some(isNamedPlaceholder),
  }
}

function toHeaderComponent(
  { kind, text = '', example = '' }: NonNullable<TemplateContent['header']>,
  handle: string | null,
): TemplateComponent {
  if (kind === 'text') return { type: 'HEADER', format: 'TEXT', text, ...toExampleValues('header', text, [example]) }
  if (kind === 'location') return { type: 'HEADER', format: 'LOCATION' }
  return { type: 'HEADER', format: kind.toUpperCase(), example: { header_handle: handle === null ? [] : [handle] } }
}

/**
 * Returns the example values of a template's text in Meta's structure: for named placeholders a list of objects with name and example, for
 * numbered ones a list of values, which is nested in another list for a body.
 */
function toExampleValues(part: 'header' | 'body', text: string, given: readonly string[]): Pick<TemplateComponent, 'example'> {
  const places = extractPlaceholders(text)
  if (places.length === 0) return {}
  const row = places.map((_place, at) => given[at]?.trim() ?? '')
  if (places.some(isNamedPlaceholder))
    return { example: { [`${part}_text_named_params`]: places.map((place, at) => ({ param_name: place, example: row[at] })) } }
  return { example: { [`${part}_text`]: part === 'body' ? [row] : row } }
}

function toButtonComponent({ type, text, url = '', phone_number: phone = '', example = '' }: TemplateButton) {
  switch (type) {
    case 'QUICK_REPLY':
      return { type, text: text.trim() }
    case 'PHONE_NUMBER':
      return { type, text: text.trim(), phone_number: phone.trim() }
    case 'COPY_CODE':
      return { type, example: example.trim() }
    case 'URL':
      return { type, text: text.trim(), url: url.trim(), ...(url.includes('{{') ? { example: [example.trim()] } : {}) }
  }
}
