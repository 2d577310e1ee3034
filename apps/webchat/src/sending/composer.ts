import { MESSAGE_MAX_CHARS } from '@prosa/contract/constants'
import { isImeKeyPress } from '@prosa/contract/rules/text/ime-key-press'
import { emptyIfInvisible, hasVisibleText } from '@prosa/contract/rules/text/visible-text'

const COUNTER_VISIBLE_FROM = MESSAGE_MAX_CHARS - 200

export interface ComposerParts {
  readonly form: HTMLFormElement
  readonly field: HTMLTextAreaElement
  readonly button: HTMLButtonElement
  readonly count: HTMLElement
}

/**
 * Creates the message input. The input grows with its text. Enter sends the message, Shift+Enter inserts a line break. Enter during an IME
 * composition does not send.
 * @param say sends the text
 */
export const createComposer = (
  { form, field, button, count }: ComposerParts,
  say: (content: string) => void,
  /** Returns whether a file is ready to be sent, even without text. */
  carries: () => boolean = () => false,
): { enable(): void; refresh(): void } => {
  const refresh = () => {
    button.disabled = field.disabled || (!hasVisibleText(field.value) && !carries())
    const left = MESSAGE_MAX_CHARS - field.value.length
    count.hidden = field.value.length < COUNTER_VISIBLE_FROM
    count.textContent = count.hidden ? '' : left === 1 ? 'Resta 1 caractere' : `Restam ${left} caracteres`
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }
  const submit = () => {
    const content = emptyIfInvisible(field.value.trim())
    if ((content === '' && !carries()) || field.disabled) return
    // Clears the field afterwards, so that the text stays if sending throws.
    say(content)
    field.value = ''
    refresh()
    field.focus()
  }
  field.addEventListener('input', refresh)
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || isImeKeyPress(event)) return
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
