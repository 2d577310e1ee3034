import { cutText } from '../../../kernel/cut-text.ts'
import { storable } from '../../../kernel/storable.ts'
import { maskNumbers } from './mask-numbers.ts'

/** Maximum length of the line under a file (2-agents.md, section 4). */
const LINE_CHARS = 200
/** Number of characters from which the line is made. More than the line's length, so that a number at its end is masked completely. */
const READ_CHARS = 1_000

/** Returns the line under a file: the beginning of its text or description, with personal numbers masked. */
export function lineOf(text: string): string {
  const line = maskNumbers(
    storable(text.slice(0, READ_CHARS))
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim(),
  )
  if (line.length <= LINE_CHARS) return line
  const cut = cutText(line, LINE_CHARS - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > LINE_CHARS / 2 ? cut.slice(0, end) : cut).replace(/[ ,.;:–-]$/, '')}…`
}
