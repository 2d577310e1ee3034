import { MESSAGE_MAX_CHARS } from '@prosa/contract/constants'
import { isOfComposition } from '@prosa/contract/rules/text-composition'
import { emptyIfInvisible, hasVisibleText } from '@prosa/contract/rules/visible-text'

const COUNT_FROM = MESSAGE_MAX_CHARS - 200

export interface ComposerParts {
  readonly form: HTMLFormElement
  readonly field: HTMLTextAreaElement
  readonly button: HTMLButtonElement
  readonly count: HTMLElement
}

/** The writing place: grows with the text, Enter sends, Shift+Enter breaks the line, an unfinished composition is left alone. */
export const createComposer = (
  { form, field, button, count }: ComposerParts,
  say: (content: string) => void,
  /** Whether something waits that may go without words. */
  carries: () => boolean = () => false,
): { enable(): void; refresh(): void } => {
  const refresh = () => {
    button.disabled = field.disabled || (!hasVisibleText(field.value) && !carries())
    const left = MESSAGE_MAX_CHARS - field.value.length
    count.hidden = field.value.length < COUNT_FROM
    count.textContent = count.hidden ? '' : left === 1 ? 'Resta 1 caractere' : `Restam ${left} caracteres`
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }
  const submit = () => {
    const content = emptyIfInvisible(field.value.trim())
    if ((content === '' && !carries()) || field.disabled) return
    // Emptied only afterwards: what could not be taken stays.
    say(content)
    field.value = ''
    refresh()
    field.focus()
  }
  field.addEventListener('input', refresh)
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || isOfComposition(event)) return
    event.preventDefault()
    submit()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  return {
    refresh,
    enable: () => {
      field.disabled = false
      refresh()
    },
  }
}
