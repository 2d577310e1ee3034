import type { TemplateComponent } from '@prosa/contract/entities/whatsapp/template'
import type { TemplateButton, TemplateContent } from '@prosa/contract/rules/whatsapp/template-draft'
import { extractPlaceholders } from '@prosa/contract/rules/whatsapp/template-text'
import type { SubmittedTemplateContent } from '../../../../platform/external-services/whatsapp-api.ts'

const isNamedPlaceholder = (placeholder: string): boolean => !/^\d+$/.test(placeholder)

/**
 * Converts a user's template to Meta's format.
 * @param handle upload handle of the header's example file, null if the header contains no file
 */
export function toSubmittedTemplateContent(
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
    components: parts,
    usesNamedParameters: extractPlaceholders(`${(header?.kind === 'text' && header.text) || ''} ${body.text}`).some(
      isNamedPlaceholder,
    ),
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
 * Returns the example values of a template's text in Meta's format. Named placeholders need a list of objects. Numbered placeholders need a
 * list of values, which is nested in another list for a body.
 */
function toExampleValues(part: 'header' | 'body', text: string, examples: readonly string[]): Pick<TemplateComponent, 'example'> {
  const placeholders = extractPlaceholders(text)
  if (placeholders.length === 0) return {}
  const row = placeholders.map((_placeholder, index) => examples[index]?.trim() ?? '')
  if (placeholders.some(isNamedPlaceholder))
    return {
      example: {
        [`${part}_text_named_params`]: placeholders.map((placeholder, index) => ({
          param_name: placeholder,
          example: row[index],
        })),
      },
    }
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
