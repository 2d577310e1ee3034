import type { SentChoices } from '../../entities/conversations/structured-content-shape.ts'

/**
 * WhatsApp's limits for a message with answer options (MEDIA-18). `options`: maximum number of options. The others are maximum lengths: of
 * an option's title and description, and of the message text.
 */
export const CHOICE_LIMITS = {
  buttons: { options: 3, title: 20, description: 0, text: 1_024 },
  list: { options: 10, title: 24, description: 72, text: 4_096 },
} as const
/** Maximum length of the label on the button that opens a list of options. */
export const LIST_BUTTON_MAX_CHARS = 20

/** Trims all texts of the answer options and removes empty descriptions. */
export const normalizeChoices = ({ kind, button, options }: SentChoices): SentChoices => ({
  kind,
  ...(kind === 'list' ? { button: (button ?? '').trim() } : {}),
  options: options.map(({ title, description = '' }) => ({
    title: title.trim(),
    ...(description.trim() ? { description: description.trim() } : {}),
  })),
})

/** A problem of a message with answer options. `part`: the invalid part; a number is the index of an option. */
export interface ChoicesProblem {
  part: 'content' | 'button' | 'options' | number
  message: string
}

const formatLengthError = (subject: string, max: number): string => `${subject} passa de ${max} caracteres.`

/**
 * Returns the first problem of a message text and its answer options, or null if they are valid (MEDIA-18). The options must come from
 * normalizeChoices.
 */
export function findChoicesProblem(content: string, { kind, button = '', options }: SentChoices): ChoicesProblem | null {
  const max = CHOICE_LIMITS[kind]
  if (content === '') return { part: 'content', message: 'Digite a pergunta.' }
  if (content.length > max.text) return { part: 'content', message: formatLengthError('A pergunta', max.text) }
  if (kind === 'list' && button === '') return { part: 'button', message: 'Digite o que abre a lista.' }
  if (button.length > LIST_BUTTON_MAX_CHARS)
    return { part: 'button', message: formatLengthError('O botão', LIST_BUTTON_MAX_CHARS) }
  if (options.length === 0) return { part: 'options', message: 'Escreva ao menos uma opção.' }
  if (options.length > max.options) return { part: 'options', message: `São no máximo ${max.options} opções.` }
  for (const [index, option] of options.entries()) {
    const message = findOptionProblem(kind, option)
    if (message) return { part: index, message }
    const isDuplicate = options.slice(0, index).some(({ title }) => title.toLowerCase() === option.title.toLowerCase())
    if (isDuplicate) return { part: index, message: 'Esta opção já está aí.' }
  }
  return null
}

function findOptionProblem(
  kind: SentChoices['kind'],
  { title, description = '' }: SentChoices['options'][number],
): string | null {
  const max = CHOICE_LIMITS[kind]
  if (title === '') return 'Digite a opção.'
  if (title.length > max.title) return formatLengthError('A opção', max.title)
  if (description.length <= max.description) return null
  return kind === 'buttons' ? 'Um botão vai sem descrição.' : formatLengthError('A descrição', max.description)
}
