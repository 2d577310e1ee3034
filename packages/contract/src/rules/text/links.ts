import { parseUrl } from './parse-url.ts'

/** A part of a text: plain text, or a web address with `href`. A client makes links of these parts only. */
export interface TextPart {
  readonly text: string
  /** URL with http or https. Never contains a user name, which could look like another host. */
  readonly href?: string
}

/** Matches a web address that does not begin within a word, an e-mail address or another address. Direction-changing characters end it. */
const WEB_ADDRESS = /(^|[^\p{L}\d_@./-])((?:https?:\/\/|www\.)[^\s<>"\u202a-\u202e\u2066-\u2069]+)/giu
/** Punctuation at the end of a match that is not part of the address. */
const TRAILING_PUNCTUATION = new Set(".,;:!?…'’”»*")
const OPENING_BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

const countOccurrences = (text: string, character: string): number => text.split(character).length - 1

/** Removes trailing punctuation. A closing bracket stays if the address contains its opening bracket: `…/wiki/Prosa_(literatura)`. */
const stripTrailingPunctuation = (found: string): string => {
  const unopened: Record<string, number> = {}
  for (let end = found.length; ; end -= 1) {
    const last = found.charAt(end - 1)
    const opening = OPENING_BRACKETS[last]
    if (opening) unopened[last] ??= countOccurrences(found, last) - countOccurrences(found, opening)
    if (opening ? (unopened[last] ?? 0) <= 0 : !TRAILING_PUNCTUATION.has(last)) return found.slice(0, end)
    if (opening) unopened[last] = (unopened[last] ?? 0) - 1
  }
}

const toSafeHref = (text: string): string | null => {
  const url = parseUrl(/^www\./i.test(text) ? `https://${text}` : text)
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : null
}

export const splitTextAtLinks = (content: string): TextPart[] => {
  const parts: TextPart[] = []
  let from = 0
  for (const { 1: before = '', 2: found = '', index: start } of content.matchAll(WEB_ADDRESS)) {
    const index = start + before.length
    const text = stripTrailingPunctuation(found)
    const href = toSafeHref(text)
    if (href === null) continue
    if (index > from) parts.push({ text: content.slice(from, index) })
    parts.push({ text, href })
    from = index + text.length
  }
  if (from < content.length) parts.push({ text: content.slice(from) })
  return parts
}
