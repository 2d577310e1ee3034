import { parseFormattedText, type TextRun } from '@prosa/contract/rules/text/formatted-text'

/** Matches phone numbers and e-mail addresses, which must not be wrapped. Group 1 is the character before an e-mail address. */
const UNBROKEN_TEXT =
  /(^|[^\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|(?:\+?55 ?)?(?:\(\d{2}\) ?|\b\d{2} )?\b(?:9 ?)?\d{4}-\d{4}\b/gu

const createLink = (href: string, text: string, document: Document): Node => {
  const link = document.createElement('a')
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow ugc'
  link.textContent = text
  return link
}

const wrapUnbroken = (text: string, document: Document): (Node | string)[] => {
  const nodes: (Node | string)[] = []
  let end = 0
  for (const { 0: match, 1: before = '', index: start } of text.matchAll(UNBROKEN_TEXT)) {
    const [matchText, index] = [match.slice(before.length), start + before.length]
    // Skips a match within a URL that is not shown as a link.
    if (text.slice(text.lastIndexOf(' ', index) + 1, index).includes('//')) continue
    const unbrokenSpan = document.createElement('span')
    unbrokenSpan.className = 'whole'
    unbrokenSpan.textContent = matchText
    nodes.push(text.slice(end, index), unbrokenSpan)
    end = index + matchText.length
  }
  return [...nodes, text.slice(end)]
}

const TAG_BY_STYLE = { mono: 'code', strike: 's', italic: 'em', bold: 'strong' } as const

const renderRun = (run: TextRun, document: Document): (Node | string)[] => {
  const { text, href, mark } = run
  if (mark) {
    const hidden = document.createElement('span')
    hidden.className = `mark ${mark}`
    hidden.setAttribute('aria-hidden', 'true')
    hidden.textContent = text
    return [hidden]
  }
  let nodes = href ? [createLink(href, text, document)] : run.mono ? [text] : wrapUnbroken(text, document)
  for (const [style, tag] of Object.entries(TAG_BY_STYLE) as [keyof typeof TAG_BY_STYLE, string][]) {
    if (!run[style]) continue
    const element = document.createElement(tag)
    element.append(...nodes)
    nodes = [element]
  }
  return nodes
}

/**
 * Renders a message's text with its formatting and links. HTML in the text stays plain text. Links open in a new tab without a referrer.
 */
export const renderMessageText = (content: string, document: Document): DocumentFragment => {
  const fragment = document.createDocumentFragment()
  for (const { kind, runs } of parseFormattedText(content)) {
    const nodes = runs.flatMap((run) => renderRun(run, document))
    if (kind === 'text') fragment.append(...nodes)
    else {
      const block = document.createElement('span')
      block.className = 'block'
      block.dataset.kind = kind
      block.append(...nodes)
      fragment.append(block)
    }
  }
  return fragment
}
