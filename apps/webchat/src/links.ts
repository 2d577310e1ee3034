import { textParts } from '@prosa/contract/rules/links'

/** Phone numbers and e-mail addresses, which are kept whole. */
const WHOLE =
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|(?:\+?55 ?)?(?:\(\d{2}\) ?|\b\d{2} )?\b(?:9 ?)?\d{4}-\d{4}\b/gu

const linkTo = (href: string, text: string, document: Document): Node => {
  const link = document.createElement('a')
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow ugc'
  link.textContent = text
  return link
}

const held = (text: string, document: Document): (Node | string)[] => {
  const nodes: (Node | string)[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(WHOLE)) {
    // Of an address that may not be a link nothing is lifted out.
    if (text.slice(text.lastIndexOf(' ', index) + 1, index).includes('//')) continue
    const whole = document.createElement('span')
    whole.className = 'whole'
    whole.textContent = found
    nodes.push(text.slice(end, index), whole)
    end = index + found.length
  }
  return [...nodes, text.slice(end)]
}

/** Text as nodes: nothing in it is ever read as markup, and links open apart and tell nobody where they come from. */
export const withLinks = (content: string, document: Document): DocumentFragment => {
  const fragment = document.createDocumentFragment()
  for (const { text, href } of textParts(content)) {
    fragment.append(...(href ? [linkTo(href, text, document)] : held(text, document)))
  }
  return fragment
}
