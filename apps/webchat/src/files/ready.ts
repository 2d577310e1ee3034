import type { SendAs } from '@prosa/contract/entities/message'

/** A file that can go out. */
export interface Ready {
  readonly blob: Blob
  readonly name: string
  readonly as: SendAs
  /** It is not yet what goes, and becomes so on its way (MEDIA-06). */
  readonly converts?: true
}

/** An element with this class and text. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

/** A button that is its words. */
export const textButton = (label: string, run: () => void, className = 'link'): HTMLButtonElement => {
  const button = element('button', className, label)
  button.type = 'button'
  button.addEventListener('click', run)
  return button
}
