import type { TemplateButton, TemplateContent, TemplateDraft } from './template-draft.ts'
import { extractPlaceholders, removePlaceholders } from './template-text.ts'

/** Validation of a message template against Meta's rules, used in the panel while the template is edited, and on the server. */

/**
 * Meta's limits for a message template: maximum length of each field, maximum number of buttons, and maximum number of buttons of each type
 * (`maxPerKind`).
 */
export const TEMPLATE_LIMITS = {
  name: 512,
  header: 60,
  body: 1_024,
  footer: 60,
  label: 25,
  code: 15,
  url: 2_000,
  buttons: 10,
  maxPerKind: { QUICK_REPLY: 10, URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 },
} as const

/** A problem of a message template. `field`: path of the invalid field, such as `body.text` or `buttons.0.url`. */
export interface TemplateProblem {
  field: string
  message: string
}

type ReportProblem = (field: string, message: string | null | false) => void

const getLengthError = (text: string, max: number, fieldName: string): string | null =>
  text.length > max ? `${fieldName} tem ${text.length} caracteres; o limite é ${max}.` : null

/**
 * Returns the problems of a message template, or an empty list if it can be submitted to Meta. Changes to an existing template omit name
 * and language, which cannot be changed.
 */
export function findTemplateProblems(
  draft: TemplateContent & Partial<Pick<TemplateDraft, 'name' | 'language'>>,
): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  const report: ReportProblem = (field, message) => {
    if (message) problems.push({ field, message })
  }
  if (draft.name !== undefined) report('name', getNameError(draft.name))
  if (draft.language !== undefined) report('language', !/^[a-z]{2,3}(_[A-Z]{2,3})?$/.test(draft.language) && 'Escolha o idioma.')
  if (draft.header) checkHeader(draft.header, report)
  checkBody(draft.body, report)
  if (draft.header?.kind === 'text')
    report('header.text', arePlaceholderStylesMixed(draft.header.text ?? '', draft.body.text) && MIXED_PLACEHOLDERS_MESSAGE)
  if (draft.footer !== null && draft.footer !== undefined) checkFooter(draft.footer, report)
  checkButtons(draft.buttons, report)
  return problems
}

/** Returns the first error message of each invalid field, by field. */
export function getFirstProblemByField(problems: readonly TemplateProblem[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>()
  for (const { field, message } of problems) if (!first.has(field)) first.set(field, message)
  return first
}

function getNameError(name: string): string | null {
  if (name === '') return 'Dê um nome ao modelo.'
  if (!/^[a-z0-9_]+$/.test(name)) return 'Use só letras minúsculas sem acento, números e “_”.'
  return getLengthError(name, TEMPLATE_LIMITS.name, 'O nome')
}

const MIXED_PLACEHOLDERS_MESSAGE = 'Use só números ou só nomes nos campos.'
const isNumberedPlaceholder = (placeholder: string): boolean => /^\d+$/.test(placeholder)

/**
 * Returns whether header and body use different kinds of placeholders: one only numbers, the other only names. Meta allows only one kind
 * per template.
 */
function arePlaceholderStylesMixed(headerText: string, bodyText: string): boolean {
  const [first, second] = [headerText, bodyText].map((text) => new Set(extractPlaceholders(text).map(isNumberedPlaceholder)))
  return first?.size === 1 && second?.size === 1 && new Set([...first, ...second]).size === 2
}

function getPlaceholderError(text: string): string | null {
  const placeholders = extractPlaceholders(text)
  if (/\{\{|\}\}/.test(removePlaceholders(text))) return 'Um campo se escreve {{1}} ou {{nome}}, sem acentos.'
  const numbered = placeholders.filter(isNumberedPlaceholder)
  if (numbered.length > 0 && numbered.length < placeholders.length) return MIXED_PLACEHOLDERS_MESSAGE
  if (numbered.some((placeholder, index) => placeholder !== String(index + 1)))
    return 'Numere os campos na ordem do texto: {{1}}, {{2}}…'
  if (placeholders.some((placeholder) => placeholder !== placeholder.toLowerCase()))
    return 'O nome de um campo só tem letras minúsculas.'
  return null
}

const formatMissingExampleError = (placeholder: string): string => `Dê um exemplo para {{${placeholder}}}: a Meta pede.`

function checkHeader(
  { kind, text = '', example = '', file_id }: NonNullable<TemplateContent['header']>,
  report: ReportProblem,
): void {
  if (kind === 'location') return
  if (kind !== 'text') return report('header.file_id', !file_id && 'Escolha um arquivo de exemplo: a Meta pede.')
  const placeholders = extractPlaceholders(text)
  report('header.text', text.trim() === '' && 'Escreva o cabeçalho, ou fique sem ele.')
  report('header.text', getLengthError(text, TEMPLATE_LIMITS.header, 'O cabeçalho'))
  report('header.text', text.includes('\n') && 'O cabeçalho é de uma linha só.')
  report('header.text', getPlaceholderError(text))
  report('header.text', placeholders.length > 1 && 'O cabeçalho leva um campo só.')
  if (placeholders[0] !== undefined) report('header.example', example.trim() === '' && formatMissingExampleError(placeholders[0]))
}

function checkBody({ text, examples }: TemplateContent['body'], report: ReportProblem): void {
  const trimmed = text.trim()
  report('body.text', trimmed === '' && 'Escreva o texto do modelo.')
  report('body.text', getLengthError(text, TEMPLATE_LIMITS.body, 'O texto'))
  report('body.text', getPlaceholderError(text))
  report(
    'body.text',
    (trimmed.startsWith('{{') || trimmed.endsWith('}}')) &&
      'O texto não pode começar nem terminar com um campo: escreva algo antes e depois.',
  )
  for (const [index, placeholder] of extractPlaceholders(text).entries())
    report(`body.examples.${index}`, !examples[index]?.trim() && formatMissingExampleError(placeholder))
}

function checkFooter(text: string, report: ReportProblem): void {
  report('footer', text.trim() === '' && 'Escreva o rodapé, ou fique sem ele.')
  report('footer', getLengthError(text, TEMPLATE_LIMITS.footer, 'O rodapé'))
  report('footer', /\{\{|\}\}/.test(text) && 'O rodapé não leva campos.')
}

const TOO_MANY_BUTTONS_MESSAGES: Readonly<Record<TemplateButton['type'], string>> = {
  QUICK_REPLY: `São no máximo ${TEMPLATE_LIMITS.maxPerKind.QUICK_REPLY} respostas rápidas.`,
  URL: `São no máximo ${TEMPLATE_LIMITS.maxPerKind.URL} botões de endereço.`,
  PHONE_NUMBER: 'Só um botão pode ligar.',
  COPY_CODE: 'Só um botão pode copiar um código.',
}

function checkButtons(buttons: readonly TemplateButton[], report: ReportProblem): void {
  report('buttons', buttons.length > TEMPLATE_LIMITS.buttons && `São no máximo ${TEMPLATE_LIMITS.buttons} botões.`)
  const count = new Map<string, number>()
  for (const [index, button] of buttons.entries()) {
    const field = `buttons.${index}`
    const countSoFar = count.get(button.type) ?? 0
    count.set(button.type, countSoFar + 1)
    report(`${field}.type`, countSoFar >= TEMPLATE_LIMITS.maxPerKind[button.type] && TOO_MANY_BUTTONS_MESSAGES[button.type])
    // Quick-reply buttons must be adjacent: reports a later one if the button directly before it has another type.
    const isSeparated = button.type === 'QUICK_REPLY' && countSoFar > 0 && buttons[index - 1]?.type !== 'QUICK_REPLY'
    report(`${field}.type`, isSeparated && 'As respostas rápidas ficam juntas, antes ou depois dos outros botões.')
    checkButton(button, (name, message) => report(`${field}.${name}`, message))
  }
}

function checkButton(
  { type, text, url = '', phone_number: phone = '', example = '' }: TemplateButton,
  report: ReportProblem,
): void {
  if (type === 'COPY_CODE') {
    report('example', example.trim() === '' && 'Dê um exemplo do código: a Meta pede.')
    report('example', getLengthError(example, TEMPLATE_LIMITS.code, 'O código'))
    return
  }
  report('text', text.trim() === '' && 'Escreva o texto do botão.')
  report('text', getLengthError(text, TEMPLATE_LIMITS.label, 'O botão'))
  report('text', /\{\{|\}\}/.test(text) && 'O texto de um botão não leva campos.')
  if (type === 'PHONE_NUMBER')
    report('phone_number', !/^\+\d{8,19}$/.test(phone.trim()) && 'Escreva o telefone com o código do país, como +551140001234.')
  if (type === 'URL') checkUrl(url.trim(), example, report)
}

function checkUrl(url: string, example: string, report: ReportProblem): void {
  const hasPlaceholder = url.includes('{{')
  report('url', !isCompleteUrl(url) && 'Escreva o endereço inteiro, começando com https://.')
  report('url', getLengthError(url, TEMPLATE_LIMITS.url, 'O endereço'))
  report('url', hasPlaceholder && !/^[^{}]+\{\{1\}\}$/.test(url) && 'O endereço leva um campo só, no fim: https://…/{{1}}')
  report('example', hasPlaceholder && example.trim() === '' && formatMissingExampleError('1'))
}

const isCompleteUrl = (url: string): boolean => {
  const host = url.split(/[/?#]/)[2] ?? ''
  return /^https?:\/\//.test(url) && !/\s/.test(url) && /[^.]\.[^.]/.test(host)
}
