import { stripUnstorableCharacters } from '../../../platform/json/storable-json.ts'
import { truncateText } from '../../../platform/text/truncate-text.ts'
import { maskPersonalNumbers } from './mask-personal-numbers.ts'

/** Maximum length in characters of the one-line summary that is shown below a file (2-agents.md, section 4). */
const MAX_LINE_CHARS = 200
/**
 * Number of characters of a file's text that are read for the summary. It exceeds the summary's length, so that a personal number at the
 * end is masked completely.
 */
const MAX_SOURCE_CHARS = 1_000

/**
 * Returns the one-line summary that is shown below a file: the beginning of the file's text or description, with personal numbers masked.
 */
export function buildFileLine(text: string): string {
  const line = maskPersonalNumbers(
    stripUnstorableCharacters(text.slice(0, MAX_SOURCE_CHARS))
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim(),
  )
  if (line.length <= MAX_LINE_CHARS) return line
  const truncated = truncateText(line, MAX_LINE_CHARS - 1)
  const end = truncated.lastIndexOf(' ')
  return `${(end > MAX_LINE_CHARS / 2 ? truncated.slice(0, end) : truncated).replace(/[ ,.;:–-]$/, '')}…`
}
