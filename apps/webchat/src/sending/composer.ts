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

/** Message input: it grows with the text, Enter sends, Shift+Enter breaks the line. Enter during an IME composition does not send. */
export const createComposer = (
  { form, field, button, count }: ComposerParts,
  say: (content: string) => void,
  /** Whether something is ready to be sent without text. */
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
    // The field is cleared afterwards, so that the text stays if sending throws.
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
