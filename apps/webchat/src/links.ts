import { formattedText, type TextRun } from '@prosa/contract/rules/formatted-text'

/** Phone numbers, and e-mail addresses after what stands before them, which are kept whole. */
const WHOLE =
  /(^|[^\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|(?:\+?55 ?)?(?:\(\d{2}\) ?|\b\d{2} )?\b(?:9 ?)?\d{4}-\d{4}\b/gu

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
  for (const { 0: match, 1: before = '', index: start } of text.matchAll(WHOLE)) {
    const [found, index] = [match.slice(before.length), start + before.length]
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

const TAGS = { mono: 'code', strike: 's', italic: 'em', bold: 'strong' } as const

const nodesOf = (run: TextRun, document: Document): (Node | string)[] => {
  const { text, href, mark } = run
  if (mark) {
    const hidden = document.createElement('span')
    hidden.className = `mark ${mark}`
    hidden.setAttribute('aria-hidden', 'true')
    hidden.textContent = text
    return [hidden]
  }
  let nodes = href ? [linkTo(href, text, document)] : run.mono ? [text] : held(text, document)
  for (const [style, tag] of Object.entries(TAGS) as [keyof typeof TAGS, string][]) {
    if (!run[style]) continue
    const element = document.createElement(tag)
    element.append(...nodes)
    nodes = [element]
  }
  return nodes
}

/** Returns a text as nodes: nothing in it is ever read as markup, and links open apart and tell nobody where they come from. */
export const withLinks = (content: string, document: Document): DocumentFragment => {
  const fragment = document.createDocumentFragment()
  for (const { kind, runs } of formattedText(content)) {
    const nodes = runs.flatMap((run) => nodesOf(run, document))
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
