const findElement = <T extends Element>(selector: string, type: new () => T): T => {
  const element = document.querySelector(selector)
  if (!(element instanceof type)) throw new Error(`The page lacks ${selector}`)
  return element
}

/** Finds all elements of index.html that the script uses. @throws if an element is missing */
export const findPageParts = () => ({
  page: findElement('#page', HTMLElement),
  avatar: findElement('.face', HTMLElement),
  name: findElement('.name', HTMLElement),
  subtitle: findElement('.about', HTMLElement),
  scroller: findElement('.scroller', HTMLElement),
  older: findElement('.older', HTMLButtonElement),
  log: findElement('.log', HTMLElement),
  typing: findElement('.typing', HTMLElement),
  typingText: findElement('.typing-text', HTMLElement),
  jumpToEndButton: findElement('.jump', HTMLButtonElement),
  notice: findElement('.notice', HTMLElement),
  connectionNotice: findElement('.line', HTMLElement),
  footer: findElement('.foot', HTMLElement),
  form: findElement('.composer', HTMLFormElement),
  fileInput: findElement('.chooser', HTMLInputElement),
  attachButton: findElement('.attach', HTMLButtonElement),
  recordButton: findElement('.record', HTMLButtonElement),
  textarea: findElement('.field', HTMLTextAreaElement),
  sendButton: findElement('.send', HTMLButtonElement),
  counter: findElement('.count', HTMLElement),
})
export type PageParts = ReturnType<typeof findPageParts>

interface Notice {
  readonly title: string
  readonly text: string
  readonly action: { readonly label: string; readonly run: () => void } | null
}

/** Shows a notice in place of the messages, with at most one button. */
export const showNotice = (
  { page, notice }: PageParts,
  state: 'empty' | 'missing' | 'failed',
  { title, text, action }: Notice,
): void => {
  page.dataset.state = state
  const heading = document.createElement('h2')
  heading.textContent = title
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  notice.replaceChildren(heading, paragraph)
  if (action) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'act'
    button.textContent = action.label
    button.addEventListener('click', action.run)
    notice.append(button)
  }
  notice.hidden = false
}

export const hideNotice = ({ page, notice }: PageParts): void => {
  page.dataset.state = 'talking'
  notice.hidden = true
}
