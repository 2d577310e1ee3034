import type { MessageTemplate, TemplateText } from '../entities/channel.ts'

const PLACE = /\{\{\s*(\w+)\s*\}\}/g

/** Returns the names of the placeholders in a template's text, each once, in order: '1' of `{{1}}`, 'nome' of `{{nome}}`. */
export const placesOf = (text: string): string[] => [...new Set([...text.matchAll(PLACE)].map(([, place = '']) => place))]

/** Returns a text without its placeholders. */
export const withoutPlaces = (text: string): string => text.replace(PLACE, '')

/**
 * Replaces the placeholders of a text with the values, which are in the order of `places`. A placeholder without a value stays unchanged.
 */
export const fillPlaces = ({ text, places }: TemplateText, values: readonly string[]): string =>
  text.replace(PLACE, (written, place: string) => values[places.indexOf(place)] || written)

/** Returns the complete text of a filled template, as the conversation displays it. */
export const templateWording = (
  { header, body, footer }: Pick<MessageTemplate, 'header' | 'body' | 'footer'>,
  values: { header: readonly string[]; body: readonly string[] },
): string => [header && fillPlaces(header, values.header), fillPlaces(body, values.body), footer].filter(Boolean).join('\n\n')
