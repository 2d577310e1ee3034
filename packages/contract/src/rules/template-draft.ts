import * as z from 'zod/mini'
import { FILE_HEADERS, type TemplateComponent, type WhatsappTemplate } from '../entities/template.ts'
import { id, plainText } from '../fields.ts'
import { placesOf } from './template-text.ts'

/** A template as somebody writes it, before Meta sees it. What is wrong with one: `template-problems.ts`. */

/** Beyond what any text of it may have; its own lengths are told at its field. */
const words = plainText(4_096)

/** Of a header: a line, a file, or a place on a map; the last two are chosen with every sending. */
const HEADER_KINDS = ['text', ...FILE_HEADERS, 'location'] as const
export type HeaderKind = (typeof HEADER_KINDS)[number]

const BUTTON_TYPES = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const

/** Those that a person writes; a template of another category is Meta's own wording. */
export const TEMPLATE_CATEGORIES = ['UTILITY', 'MARKETING'] as const

export const templateButton = z.object({
  type: z.enum(BUTTON_TYPES),
  /** What stands on it; a code's is WhatsApp's own. */
  text: words,
  /** Of an address: with one place at its end, or none. */
  url: z.optional(words),
  phone_number: z.optional(words),
  /** Of an address's place, or of a code. */
  example: z.optional(words),
})
export type TemplateButton = z.infer<typeof templateButton>

export const templateContent = z.object({
  category: z.enum(TEMPLATE_CATEGORIES),
  header: z.nullish(
    z.object({
      kind: z.enum(HEADER_KINDS),
      text: z.optional(words),
      /** Of the text's one place. */
      example: z.optional(words),
      /** Of a file's: one that was brought by `POST /files`. */
      file_id: z.optional(id),
    }),
  ),
  body: z.object({
    text: words,
    /** What its places may be filled with, in their order. */
    examples: z.array(words).check(z.maxLength(100)),
  }),
  footer: z.nullish(words),
  buttons: z.array(templateButton).check(z.maxLength(50)),
})
export type TemplateContent = z.infer<typeof templateContent>

export const templateDraft = z.object({ ...templateContent.shape, name: words, language: words })
export type TemplateDraft = z.infer<typeof templateDraft>

const partOf = (components: readonly TemplateComponent[], type: string) =>
  components.find((component) => component.type.toUpperCase() === type)

/** The texts of an example, however deep Meta has them. */
const textsIn = (example: unknown): string[] =>
  typeof example === 'string'
    ? [example]
    : Array.isArray(example)
      ? example.flatMap(textsIn)
      : typeof example === 'object' && example !== null && 'example' in example
        ? textsIn(example.example)
        : []

const examplesOf = (component: TemplateComponent | undefined, part: 'header' | 'body'): string[] =>
  Object.entries(component?.example ?? {}).flatMap(([kind, example]) => (kind.startsWith(`${part}_text`) ? textsIn(example) : []))

/** How a template's header is written; null: it has none, or one that is not known here. */
function headerKind(components: readonly TemplateComponent[]): HeaderKind | null {
  const header = partOf(components, 'HEADER')
  const format = (header?.format ?? 'TEXT').toLowerCase()
  return header ? (HEADER_KINDS.find((kind) => kind === format) ?? null) : null
}

/** A template as it may be written on; the file of its header's example is asked for anew. */
export function draftOf({ name, language, category, components }: WhatsappTemplate): TemplateDraft {
  const [header, body, buttons] = [partOf(components, 'HEADER'), partOf(components, 'BODY'), partOf(components, 'BUTTONS')]
  const kind = headerKind(components)
  const text = body?.text ?? ''
  return {
    name,
    language,
    category: category === 'MARKETING' ? 'MARKETING' : 'UTILITY',
    header:
      kind === 'text' ? { kind, text: header?.text ?? '', example: examplesOf(header, 'header')[0] ?? '' } : kind && { kind },
    body: { text, examples: placesOf(text).map((_place, at) => examplesOf(body, 'body')[at] ?? '') },
    footer: partOf(components, 'FOOTER')?.text ?? null,
    buttons: (buttons?.buttons ?? []).flatMap(({ type, text: label = '', url, phone_number, example }) => {
      const known = BUTTON_TYPES.find((one) => one === type.toUpperCase())
      if (!known) return []
      const [first] = textsIn(example)
      return [
        {
          type: known,
          text: label,
          ...(url ? { url } : {}),
          ...(phone_number ? { phone_number } : {}),
          ...(first ? { example: first } : {}),
        },
      ]
    }),
  }
}

/** Whether a template can be written on here without losing a part that is not known here. */
export const mayBeWritten = ({ category, components }: Pick<WhatsappTemplate, 'category' | 'components'>): boolean =>
  TEMPLATE_CATEGORIES.some((known) => known === category) &&
  components.every(({ type }) => ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].includes(type.toUpperCase())) &&
  (headerKind(components) !== null || !partOf(components, 'HEADER')) &&
  (partOf(components, 'BUTTONS')?.buttons ?? []).every(({ type }) => BUTTON_TYPES.some((known) => known === type.toUpperCase()))
