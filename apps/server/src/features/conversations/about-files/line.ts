import { cutText } from '../../../kernel/cut-text.ts'
import { storable } from '../../../kernel/storable.ts'
import { maskNumbers } from './mask-numbers.ts'

/** Of the line under a file (2-agents.md, section 4). */
const LINE_CHARS = 200
/** What a line is made of: a number that begins in it is hidden whole. */
const READ_CHARS = 1_000

/** What a file says, or is said to show, as the line under it. */
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
