import { MESSAGE_MAX_CHARS } from '@prosa/contract/constants'
import { isImeKeyPress } from '@prosa/contract/rules/text/ime-key-press'
import { emptyIfInvisible, hasVisibleText } from '@prosa/contract/rules/text/visible-text'

const COUNTER_VISIBLE_FROM = MESSAGE_MAX_CHARS - 200

export interface ComposerParts {
  readonly form: HTMLFormElement
  readonly textarea: HTMLTextAreaElement
  readonly sendButton: HTMLButtonElement
  readonly counter: HTMLElement
}

/**
 * Creates the message input, which grows with its text. Enter sends the message; Shift+Enter inserts a line break. Enter does not send
 * while an input method (IME) composes a character.
 * @param onSubmit sends the text
 */
export const createComposer = (
  { form, textarea, sendButton, counter }: ComposerParts,
  onSubmit: (content: string) => void,
  /** Returns whether a file is ready to be sent, even without text. */
  hasReadyFiles: () => boolean = () => false,
): { enable(): void; refresh(): void } => {
  const refresh = () => {
    sendButton.disabled = textarea.disabled || (!hasVisibleText(textarea.value) && !hasReadyFiles())
    const remaining = MESSAGE_MAX_CHARS - textarea.value.length
    counter.hidden = textarea.value.length < COUNTER_VISIBLE_FROM
    counter.textContent = counter.hidden ? '' : remaining === 1 ? 'Resta 1 caractere' : `Restam ${remaining} caracteres`
    textarea.style.height = 'auto'
    textarea.style.height = `${textarea.scrollHeight}px`
  }
  const submit = () => {
    const content = emptyIfInvisible(textarea.value.trim())
    if ((content === '' && !hasReadyFiles()) || textarea.disabled) return
    // Clears the input only after sending, so that the text is kept if sending throws.
    onSubmit(content)
    textarea.value = ''
    refresh()
    textarea.focus()
  }
  textarea.addEventListener('input', refresh)
  textarea.addEventListener('keydown', (event) => {
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
      textarea.disabled = false
      refresh()
    },
  }
}
