import type { MessageTemplate, TemplateText } from '../../entities/whatsapp/channel.ts'

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** Returns the names of the placeholders in a template's text, in order and without duplicates: '1' for `{{1}}`, 'nome' for `{{nome}}`. */
export const extractPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, placeholder = '']) => placeholder)),
]

export const removePlaceholders = (text: string): string => text.replace(PLACEHOLDER, '')

/** Replaces the placeholders of a template's text with `values`, in the order of `places`. Placeholders without a value stay unchanged. */
export const fillTemplatePlaceholders = ({ text, places }: TemplateText, values: readonly string[]): string =>
  text.replace(PLACEHOLDER, (match, placeholder: string) => values[places.indexOf(placeholder)] || match)

/** Returns the text of a filled template, as shown in the conversation: header, body and footer, separated by blank lines. */
export const renderTemplateText = (
  { header, body, footer }: Pick<MessageTemplate, 'header' | 'body' | 'footer'>,
  values: { header: readonly string[]; body: readonly string[] },
): string =>
  [header && fillTemplatePlaceholders(header, values.header), fillTemplatePlaceholders(body, values.body), footer]
    .filter(Boolean)
    .join('\n\n')
