import type { SentMediaType } from '@prosa/contract/entities/conversations/message'

/** A file that passed the checks and can be sent. */
export interface SendableFile {
  readonly blob: Blob
  readonly name: string
  readonly mediaType: SentMediaType
  /** Whether the file must be converted before it is sent (MEDIA-06). */
  readonly needsConversion?: true
}

export const buildElement = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

export const createTextButton = (label: string, onClick: () => void, className = 'link'): HTMLButtonElement => {
  const button = buildElement('button', className, label)
  button.type = 'button'
  button.addEventListener('click', onClick)
  return button
}
