import { stripUnstorableCharacters } from '../../../platform/json/storable-json.ts'
import { truncateText } from '../../../platform/text/truncate-text.ts'
import { maskPersonalNumbers } from './mask-personal-numbers.ts'

/** Maximum length of the line under a file (2-agents.md, section 4). */
const MAX_LINE_CHARS = 200
/** Number of characters from which the line is made. More than the line's length, so that a number at its end is masked completely. */
const MAX_SOURCE_CHARS = 1_000

/** Returns the line under a file: the beginning of its text or description, with personal numbers masked. */
export function buildFileLine(text: string): string {
  const line = maskPersonalNumbers(
    stripUnstorableCharacters(text.slice(0, MAX_SOURCE_CHARS))
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim(),
  )
  if (line.length <= MAX_LINE_CHARS) return line
  const cut = truncateText(line, MAX_LINE_CHARS - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > MAX_LINE_CHARS / 2 ? cut.slice(0, end) : cut).replace(/[ ,.;:–-]$/, '')}…`
}
