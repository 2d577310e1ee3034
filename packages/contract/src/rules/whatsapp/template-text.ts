import type { MessageTemplate, TemplateText } from '../../entities/whatsapp/channel.ts'

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** Returns the distinct names of the placeholders in a template's text, in order of appearance: '1' for `{{1}}`, 'nome' for `{{nome}}`. */
export const extractPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, placeholder = '']) => placeholder)),
]

/** Returns a template's text without its placeholders. */
export const removePlaceholders = (text: string): string => text.replace(PLACEHOLDER, '')

/**
 * Replaces the placeholders of a template's text with `values`, which are in the order of `places`. A placeholder without a value stays
 * unchanged.
 */
export const fillTemplatePlaceholders = ({ text, places }: TemplateText, values: readonly string[]): string =>
  text.replace(PLACEHOLDER, (match, placeholder: string) => values[places.indexOf(placeholder)] || match)

/** Returns the complete text of a filled template, as the conversation displays it: header, body and footer, separated by blank lines. */
export const renderTemplateText = (
  { header, body, footer }: Pick<MessageTemplate, 'header' | 'body' | 'footer'>,
  values: { header: readonly string[]; body: readonly string[] },
): string =>
  [header && fillTemplatePlaceholders(header, values.header), fillTemplatePlaceholders(body, values.body), footer]
    .filter(Boolean)
    .join('\n\n')
