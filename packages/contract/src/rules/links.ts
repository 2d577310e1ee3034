import { parseUrl } from './parse-url.ts'

/** Text cut into plain parts and web addresses; whatever shows a message makes links of these and of nothing else. */
export interface TextPart {
  readonly text: string
  /** Where it leads: http or https, never with a user name, which would show one host and lead to another. */
  readonly href?: string
}

/** Not in the midst of a word, of an e-mail address or of another address; marks that turn the direction of text end it. */
const ADDRESS = /(^|[^\p{L}\d_@./-])((?:https?:\/\/|www\.)[^\s<>"\u202a-\u202e\u2066-\u2069]+)/giu
/** What ends a sentence, a quotation or an emphasis rather than an address. */
const TRAILING = new Set(".,;:!?…'’”»*")
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

const count = (text: string, character: string): number => text.split(character).length - 1

/** A closing bracket belongs to the address when the address opened it: `…/wiki/Prosa_(literatura)`. */
const withoutTrailing = (found: string): string => {
  const unopened: Record<string, number> = {}
  for (let end = found.length; ; end -= 1) {
    const last = found.charAt(end - 1)
    const opening = OPENING[last]
    if (opening) unopened[last] ??= count(found, last) - count(found, opening)
    if (opening ? (unopened[last] ?? 0) <= 0 : !TRAILING.has(last)) return found.slice(0, end)
    if (opening) unopened[last] = (unopened[last] ?? 0) - 1
  }
}

const hrefOf = (text: string): string | null => {
  const url = parseUrl(/^www\./i.test(text) ? `https://${text}` : text)
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : null
}

export const textParts = (content: string): TextPart[] => {
  const parts: TextPart[] = []
  let from = 0
  for (const { 1: before = '', 2: found = '', index: start } of content.matchAll(ADDRESS)) {
    const index = start + before.length
    const text = withoutTrailing(found)
    const href = hrefOf(text)
    if (href === null) continue
    if (index > from) parts.push({ text: content.slice(from, index) })
    parts.push({ text, href })
    from = index + text.length
  }
  if (from < content.length) parts.push({ text: content.slice(from) })
  return parts
}
