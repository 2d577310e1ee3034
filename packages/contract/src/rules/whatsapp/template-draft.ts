import * as z from 'zod/mini'
import { FILE_HEADER_FORMATS, type TemplateComponent, type WhatsappTemplate } from '../../entities/whatsapp/template.ts'
import { id, plainText } from '../../fields.ts'
import { extractPlaceholders } from './template-text.ts'

/** A message template as entered by a user, before Meta reviews it. `template-problems.ts` validates it. */

/** Schema of any text in a template. TEMPLATE_LIMITS defines a lower limit for each field. */
const templateFieldText = plainText(4_096)

/** Kinds of template headers: a line of text, a file, or a location. Users choose the file or location for each message. */
const HEADER_KINDS = ['text', ...FILE_HEADER_FORMATS, 'location'] as const
export type TemplateHeaderKind = (typeof HEADER_KINDS)[number]

const BUTTON_TYPES = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const

/** Template categories that a user can choose. Meta writes the text of templates in other categories. */
export const TEMPLATE_CATEGORIES = ['UTILITY', 'MARKETING'] as const

export const templateButton = z.object({
  type: z.enum(BUTTON_TYPES),
  /** Label of the button. Ignored for COPY_CODE, whose label WhatsApp sets. */
  text: templateFieldText,
  /** URL that a button of type URL opens, optionally with one placeholder at its end. */
  url: z.optional(templateFieldText),
  phone_number: z.optional(templateFieldText),
  /** Example value for the placeholder of the URL, or example of the code. */
  example: z.optional(templateFieldText),
})
export type TemplateButton = z.infer<typeof templateButton>

export const templateContent = z.object({
  category: z.enum(TEMPLATE_CATEGORIES),
  header: z.nullish(
    z.object({
      kind: z.enum(HEADER_KINDS),
      text: z.optional(templateFieldText),
      /** Example value for the placeholder of the header's text. */
      example: z.optional(templateFieldText),
      /** Example file for the header, uploaded with `POST /files`. */
      file_id: z.optional(id),
    }),
  ),
  body: z.object({
    text: templateFieldText,
    /** Example values for the placeholders of the text, in order. */
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

/** Returns all strings in an example value, which Meta nests in arrays and objects. */
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

/** Returns the kind of a template's header. Returns null if the template has no header or its kind is not supported. */
function getHeaderKind(components: readonly TemplateComponent[]): TemplateHeaderKind | null {
  const header = findComponent(components, 'HEADER')
  const format = (header?.format ?? 'TEXT').toLowerCase()
  return header ? (HEADER_KINDS.find((kind) => kind === format) ?? null) : null
}

/** Converts a template as stored by Meta to an editable draft. The header's example file is not included; it must be uploaded again. */
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
    body: { text, examples: extractPlaceholders(text).map((_placeholder, at) => getExamples(body, 'body')[at] ?? '') },
    footer: findComponent(components, 'FOOTER')?.text ?? null,
    buttons: (buttons?.buttons ?? []).flatMap(({ type, text: label = '', url, phone_number, example }) => {
      const buttonType = BUTTON_TYPES.find((one) => one === type.toUpperCase())
      if (!buttonType) return []
      const [first] = collectExampleTexts(example)
      return [
        {
          type: buttonType,
          text: label,
          ...(url ? { url } : {}),
          ...(phone_number ? { phone_number } : {}),
          ...(first ? { example: first } : {}),
        },
      ]
    }),
  }
}

/** Returns whether the panel can edit a template without losing a component that it does not support. */
export const canEditTemplate = ({ category, components }: Pick<WhatsappTemplate, 'category' | 'components'>): boolean =>
  TEMPLATE_CATEGORIES.some((buttonType) => buttonType === category) &&
  components.every(({ type }) => ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].includes(type.toUpperCase())) &&
  (getHeaderKind(components) !== null || !findComponent(components, 'HEADER')) &&
  (findComponent(components, 'BUTTONS')?.buttons ?? []).every(({ type }) =>
    BUTTON_TYPES.some((buttonType) => buttonType === type.toUpperCase()),
  )
