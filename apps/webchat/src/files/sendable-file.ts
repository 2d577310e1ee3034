import type { SentMediaType } from '@prosa/contract/entities/conversations/message'

/** A chosen file that passed the checks and can be sent. */
export interface SendableFile {
  readonly blob: Blob
  readonly name: string
  readonly as: SentMediaType
  /** Whether the file must be converted before it is sent (MEDIA-06). */
  readonly converts?: true
}

/** Creates an HTML element with this class and text. */
export const buildElement = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

/** Creates a button with this text, which calls `run` when pressed. */
export const createTextButton = (label: string, run: () => void, className = 'link'): HTMLButtonElement => {
  const button = buildElement('button', className, label)
  button.type = 'button'
  button.addEventListener('click', run)
  return button
}
