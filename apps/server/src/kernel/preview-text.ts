import { hasVisibleText, limitMarks } from '@prosa/contract/rules/visible-text'

/** So many characters of a message are shown where a line stands for it: in the list, and above its answer. */
const PREVIEW_CHARS = 140
/** A character as people see it is at most this long: longer sequences are no emoji of anybody. */
const LONGEST = 64
const PLAIN = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/
const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })

/**
 * Returns the beginning of a text in one line, of at most `max` UTF-16 units: what shows nothing is left out, marks do not pile up, and a
 * character that people see as one is whole or not there. Empty only if nobody can see anything of the text.
 */
export function previewOf(text: string, max = PREVIEW_CHARS): string {
  const line = limitMarks(text.replace(/\s+/g, ' '))
  if (line.length <= max && PLAIN.test(line)) return line
  let preview = ''
  for (const { segment } of graphemes.segment(line)) {
    if (segment !== ' ' && !hasVisibleText(segment)) continue
    if (segment.length > LONGEST) continue
    if (preview.length + segment.length > max) break
    preview += segment
  }
  return preview.trim()
}

/** Returns a name that somebody gave themselves on their channel, or that was learned of them; null if nobody can see anything of it. */
export const shownName = (name: string | null | undefined): string | null => previewOf(name ?? '', 100).trim() || null
