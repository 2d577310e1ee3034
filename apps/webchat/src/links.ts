/** Only web addresses become links; what else looks like one stays text. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"']+/giu
const TRAILING = /[.,;:!?…)\]}»”]+$/u

const asWebAddress = (text: string): string | null => {
  const url = URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' ? url.href : null
}

/** Text as nodes: nothing in it is ever read as markup, and links open apart and tell nobody where they come from. */
export const withLinks = (content: string, document: Document): DocumentFragment => {
  const fragment = document.createDocumentFragment()
  let end = 0
  for (const found of content.matchAll(ADDRESS)) {
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
