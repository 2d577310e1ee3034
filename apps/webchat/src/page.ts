const find = <T extends Element>(selector: string, type: new () => T): T => {
  const element = document.querySelector(selector)
  if (!(element instanceof type)) throw new Error(`The page lacks ${selector}`)
  return element
}

/** Finds all elements of index.html that the script uses. */
export const pageParts = () => ({
  page: find('#page', HTMLElement),
  face: find('.face', HTMLElement),
  name: find('.name', HTMLElement),
  about: find('.about', HTMLElement),
  scroller: find('.scroller', HTMLElement),
  older: find('.older', HTMLButtonElement),
  log: find('.log', HTMLElement),
  typing: find('.typing', HTMLElement),
  typingText: find('.typing-text', HTMLElement),
  jump: find('.jump', HTMLButtonElement),
  notice: find('.notice', HTMLElement),
  line: find('.line', HTMLElement),
  foot: find('.foot', HTMLElement),
  form: find('.composer', HTMLFormElement),
  chooser: find('.chooser', HTMLInputElement),
  attach: find('.attach', HTMLButtonElement),
  record: find('.record', HTMLButtonElement),
  field: find('.field', HTMLTextAreaElement),
  button: find('.send', HTMLButtonElement),
  count: find('.count', HTMLElement),
})
export type PageParts = ReturnType<typeof pageParts>

interface Notice {
  readonly title: string
  readonly text: string
  readonly action: { readonly label: string; readonly run: () => void } | null
}

/** Shows a text and one action in an outlined bubble, in place of the thread. */
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
