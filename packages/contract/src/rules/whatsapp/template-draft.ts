import * as z from 'zod/mini'
import { FILE_HEADER_FORMATS, type TemplateComponent, type WhatsappTemplate } from '../../entities/whatsapp/template.ts'
import { id, plainText } from '../../fields.ts'
import { extractPlaceholders } from './template-text.ts'

/** A template as entered by a user, before Meta reviews it. `template-problems.ts` validates it. */

/** An upper limit for every text. Each field has its own, lower limit. */
const templateFieldText = plainText(4_096)

/** Kinds of headers: a line of text, a file, or a place on a map. File and place are chosen for each message. */
const HEADER_KINDS = ['text', ...FILE_HEADER_FORMATS, 'location'] as const
export type TemplateHeaderKind = (typeof HEADER_KINDS)[number]

const BUTTON_TYPES = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const

/** Categories that a user can choose. Meta writes the text of templates of other categories. */
export const TEMPLATE_CATEGORIES = ['UTILITY', 'MARKETING'] as const

export const templateButton = z.object({
  type: z.enum(BUTTON_TYPES),
  /** Label of the button. WhatsApp sets the label of a code button. */
  text: templateFieldText,
  /** Only for a URL button. May have one placeholder at its end. */
  url: z.optional(templateFieldText),
  phone_number: z.optional(templateFieldText),
  /** Example value of the URL's placeholder, or of the code. */
  example: z.optional(templateFieldText),
})
export type TemplateButton = z.infer<typeof templateButton>

export const templateContent = z.object({
  category: z.enum(TEMPLATE_CATEGORIES),
  header: z.nullish(
    z.object({
      kind: z.enum(HEADER_KINDS),
      text: z.optional(templateFieldText),
      /** Example value of the text's only placeholder. */
      example: z.optional(templateFieldText),
      /** Example file of a header with a file, uploaded with `POST /files`. */
      file_id: z.optional(id),
    }),
  ),
  body: z.object({
    text: templateFieldText,
    /** Example values of its placeholders, in order. */
    examples: z.array(templateFieldText).check(z.maxLength(100)),
  }),
  footer: z.nullish(templateFieldText),
  buttons: z.array(templateButton).check(z.maxLength(50)),
})
export type TemplateContent = z.infer<typeof templateContent>

export const templateDraft = z.object({ ...templateContent.shape, name: templateFieldText, language: templateFieldText })
export type TemplateDraft = z.infer<typeof templateDraft>

const findComponent = (components: readonly TemplateComponent[], type: string) =>
  components.find((component) => component.type.toUpperCase() === type)

/** Returns all texts of an example, at any level of Meta's nested structure. */
const collectExampleTexts = (example: unknown): string[] =>
  typeof example === 'string'
    ? [example]
    : Array.isArray(example)
      ? example.flatMap(collectExampleTexts)
      : typeof example === 'object' && example !== null && 'example' in example
        ? collectExampleTexts(example.example)
        : []

const getExamples = (component: TemplateComponent | undefined, part: 'header' | 'body'): string[] =>
  Object.entries(component?.example ?? {}).flatMap(([kind, example]) =>
    kind.startsWith(`${part}_text`) ? collectExampleTexts(example) : [],
  )

/** Returns the kind of a template's header, or null if it has none or its kind is not supported. */
function getHeaderKind(components: readonly TemplateComponent[]): TemplateHeaderKind | null {
  const header = findComponent(components, 'HEADER')
  const format = (header?.format ?? 'TEXT').toLowerCase()
  return header ? (HEADER_KINDS.find((kind) => kind === format) ?? null) : null
}

/** Returns a template as an editable draft. The example file of its header must be uploaded again. */
export function toTemplateDraft({ name, language, category, components }: WhatsappTemplate): TemplateDraft {
  const [header, body, buttons] = [
    findComponent(components, 'HEADER'),
    findComponent(components, 'BODY'),
    findComponent(components, 'BUTTONS'),
  ]
  const kind = getHeaderKind(components)
  const text = body?.text ?? ''
  return {
    name,
    language,
    category: category === 'MARKETING' ? 'MARKETING' : 'UTILITY',
    header:
      kind === 'text' ? { kind, text: header?.text ?? '', example: getExamples(header, 'header')[0] ?? '' } : kind && { kind },
    body: { text, examples: extractPlaceholders(text).map((_place, at) => getExamples(body, 'body')[at] ?? '') },
    footer: findComponent(components, 'FOOTER')?.text ?? null,
    buttons: (buttons?.buttons ?? []).flatMap(({ type, text: label = '', url, phone_number, example }) => {
      const known = BUTTON_TYPES.find((one) => one === type.toUpperCase())
      if (!known) return []
      const [first] = collectExampleTexts(example)
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

/** Returns whether a template can be edited here without losing a component that is not supported. */
export const canEditTemplate = ({ category, components }: Pick<WhatsappTemplate, 'category' | 'components'>): boolean =>
  TEMPLATE_CATEGORIES.some((known) => known === category) &&
  components.every(({ type }) => ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].includes(type.toUpperCase())) &&
  (getHeaderKind(components) !== null || !findComponent(components, 'HEADER')) &&
  (findComponent(components, 'BUTTONS')?.buttons ?? []).every(({ type }) =>
    BUTTON_TYPES.some((known) => known === type.toUpperCase()),
  )
