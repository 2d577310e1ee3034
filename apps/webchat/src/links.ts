/** Only web addresses become links; what else looks like one stays text. Phone numbers and e-mail addresses are kept whole. */
const FOUND =
  /\bhttps?:\/\/[^\s<>"']+|(?<whole>[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:\+?55 ?)?(?:\(\d{2}\) ?|\b\d{2} )?\b(?:9 ?)?\d{4}-\d{4}\b)/giu
const TRAILING = /[.,;:!?…)\]}»”]+$/u

const asWebAddress = (text: string): string | null => {
  const url = URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' ? url.href : null
}

/** Text as nodes: nothing in it is ever read as markup, and links open apart and tell nobody where they come from. */
export const withLinks = (content: string, document: Document): DocumentFragment => {
  const fragment = document.createDocumentFragment()
  let end = 0
  for (const found of content.matchAll(FOUND)) {
    if (found.groups?.whole) {
      const whole = document.createElement('span')
      whole.className = 'whole'
      whole.textContent = found[0]
      fragment.append(content.slice(end, found.index), whole)
      end = found.index + found[0].length
      continue
    }
    const shown = found[0].replace(TRAILING, '')
    const href = asWebAddress(shown)
    if (href === null) continue
    const link = document.createElement('a')
    link.href = href
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow ugc'
    link.textContent = shown
    fragment.append(content.slice(end, found.index), link)
    end = found.index + shown.length
  }
  fragment.append(content.slice(end))
  return fragment
}
