import { parseUrl } from './parse-url.ts'

/** A part of a text: plain text, or a link if `href` is set. Clients must create links only from these parts. */
export interface TextPart {
  readonly text: string
  /** URL with the protocol http or https. Never contains a user name or password, which could disguise the host. */
  readonly href?: string
}

/**
 * Matches a web address, unless it begins within a word, an e-mail address or another web address. Characters that change the text
 * direction end the match.
 */
const WEB_ADDRESS = /(^|[^\p{L}\d_@./-])((?:https?:\/\/|www\.)[^\s<>"\u202a-\u202e\u2066-\u2069]+)/giu
/** Punctuation that does not belong to an address if it is the last character. */
const TRAILING_PUNCTUATION = new Set(".,;:!?…'’”»*")
const OPENING_BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

const countOccurrences = (text: string, character: string): number => text.split(character).length - 1

/**
 * Removes punctuation from the end of an address. Keeps a closing bracket whose opening bracket is in the address, as in
 * `…/wiki/Prosa_(literatura)`.
 */
const stripTrailingPunctuation = (address: string): string => {
  const unopened: Record<string, number> = {}
  for (let end = address.length; ; end -= 1) {
    const last = address.charAt(end - 1)
    const opening = OPENING_BRACKETS[last]
    if (opening) unopened[last] ??= countOccurrences(address, last) - countOccurrences(address, opening)
    if (opening ? (unopened[last] ?? 0) <= 0 : !TRAILING_PUNCTUATION.has(last)) return address.slice(0, end)
    if (opening) unopened[last] = (unopened[last] ?? 0) - 1
  }
}

const toSafeHref = (text: string): string | null => {
  const url = parseUrl(/^www\./i.test(text) ? `https://${text}` : text)
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : null
}

export const splitTextAtLinks = (content: string): TextPart[] => {
  const parts: TextPart[] = []
  let position = 0
  for (const { 1: prefix = '', 2: address = '', index: start } of content.matchAll(WEB_ADDRESS)) {
    const index = start + prefix.length
    const text = stripTrailingPunctuation(address)
    const href = toSafeHref(text)
    if (href === null) continue
    if (index > position) parts.push({ text: content.slice(position, index) })
    parts.push({ text, href })
    position = index + text.length
  }
  if (position < content.length) parts.push({ text: content.slice(position) })
  return parts
}
