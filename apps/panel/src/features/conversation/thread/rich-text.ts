/** Text cut into plain parts and addresses; only http and https ever become a link. */
export type TextPart = { readonly text: string; readonly href?: string }

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"']+/giu
// What ends a sentence rather than an address.
const TRAILING = /[.,;:!?)\]}…»]+$/u

const hrefOf = (text: string): string | null => {
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}

export const textParts = (content: string): TextPart[] => {
  const parts: TextPart[] = []
  let from = 0
  for (const match of content.matchAll(ADDRESS)) {
    const text = match[0].replace(TRAILING, '')
    const href = hrefOf(text)
    if (!href) continue
    if (match.index > from) parts.push({ text: content.slice(from, match.index) })
    parts.push({ text, href })
    from = match.index + text.length
  }
  if (from < content.length) parts.push({ text: content.slice(from) })
  return parts
}

/** An address of an attachment that may be shown or opened: of this site, or http and https; null for anything else. */
export const safeUrl = (url: string | null | undefined): string | null => {
  const parsed = url ? URL.parse(url, location.href) : null
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : null
}
