import type { TemplateComponent } from '@prosa/contract/entities/template'
import type { TemplateButton, TemplateContent } from '@prosa/contract/rules/template-draft'
import { placesOf } from '@prosa/contract/rules/template-text'
import type { TemplateWording } from '../../../kernel/whatsapp.ts'

const isNamed = (place: string): boolean => !/^\d+$/.test(place)

/** What somebody wrote → the parts that Meta keeps. `handle`: of the header's example, where that is a file. */
export function wordingOf({ category, header, body, footer, buttons }: TemplateContent, handle: string | null): TemplateWording {
  const parts: TemplateComponent[] = [
    ...(header ? [headerOf(header, handle)] : []),
    { type: 'BODY', text: body.text, ...exampleOf('body', body.text, body.examples) },
    ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons: buttons.map(buttonOf) }] : []),
  ]
  return { category, parts, named: placesOf(`${(header?.kind === 'text' && header.text) || ''} ${body.text}`).some(isNamed) }
}

function headerOf(
  { kind, text = '', example = '' }: NonNullable<TemplateContent['header']>,
  handle: string | null,
): TemplateComponent {
  if (kind === 'text') return { type: 'HEADER', format: 'TEXT', text, ...exampleOf('header', text, [example]) }
  if (kind === 'location') return { type: 'HEADER', format: 'LOCATION' }
  return { type: 'HEADER', format: kind.toUpperCase(), example: { header_handle: handle === null ? [] : [handle] } }
}

/** Examples of places by number stand in a row, of those with names beside each name; a body has its row in a list of such. */
function exampleOf(part: 'header' | 'body', text: string, given: readonly string[]): Pick<TemplateComponent, 'example'> {
  const places = placesOf(text)
  if (places.length === 0) return {}
  const row = places.map((_place, at) => given[at]?.trim() ?? '')
  if (places.some(isNamed))
    return { example: { [`${part}_text_named_params`]: places.map((place, at) => ({ param_name: place, example: row[at] })) } }
  return { example: { [`${part}_text`]: part === 'body' ? [row] : row } }
}

function buttonOf({ type, text, url = '', phone_number: phone = '', example = '' }: TemplateButton) {
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
