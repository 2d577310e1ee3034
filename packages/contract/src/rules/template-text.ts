import type { MessageTemplate, TemplateText } from '../entities/channel.ts'

const PLACE = /\{\{\s*(\w+)\s*\}\}/g

/** The names of the places to fill in a template's text, each once, in the text's order: '1' of `{{1}}`, 'nome' of `{{nome}}`. */
export const placesOf = (text: string): string[] => [...new Set([...text.matchAll(PLACE)].map(([, place = '']) => place))]

/** What a text says besides its places. */
export const withoutPlaces = (text: string): string => text.replace(PLACE, '')

/** A text with its places filled by the values in their order; a place without a value stays as it is written. */
export const fillPlaces = ({ text, places }: TemplateText, values: readonly string[]): string =>
  text.replace(PLACE, (written, place: string) => values[places.indexOf(place)] || written)

/** What a lead reads of a filled template, as it stands in the conversation. */
export const templateWording = (
  { header, body, footer }: Pick<MessageTemplate, 'header' | 'body' | 'footer'>,
  values: { header: readonly string[]; body: readonly string[] },
): string => [header && fillPlaces(header, values.header), fillPlaces(body, values.body), footer].filter(Boolean).join('\n\n')
