import { hasVisibleText, limitCombiningMarks } from '@prosa/contract/rules/text/visible-text'

/** Maximum length in UTF-16 code units of a preview in the conversation list or above a reply. */
const MAX_PREVIEW_CHARS = 140
/** Maximum length in UTF-16 code units of one visible character (grapheme). All real emoji are shorter. */
const MAX_GRAPHEME_CHARS = 64
const PLAIN_LATIN = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/
const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })

/**
 * Returns the beginning of a text as a single line of at most `max` UTF-16 code units. Removes invisible characters, limits combining
 * marks, and never cuts a grapheme. Returns '' if no visible text is left.
 */
export function formatPreviewText(text: string, max = MAX_PREVIEW_CHARS): string {
  const line = limitCombiningMarks(text.replace(/\s+/g, ' '))
  if (line.length <= max && PLAIN_LATIN.test(line)) return line
  let preview = ''
  for (const { segment } of graphemes.segment(line)) {
    if (segment !== ' ' && !hasVisibleText(segment)) continue
    if (segment.length > MAX_GRAPHEME_CHARS) continue
    if (preview.length + segment.length > max) break
    preview += segment
  }
  return preview.trim()
}

/** Returns the visible part of a lead's name, at most 100 UTF-16 code units. Returns null if nothing is visible. */
export const getVisibleName = (name: string | null | undefined): string | null =>
  formatPreviewText(name ?? '', 100).trim() || null
