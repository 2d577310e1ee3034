import { saysSomething } from '../hear/business.ts'
import { quotable } from '../hear/fold.ts'
import type { Line } from '../hear/hear.ts'
import { doesNotSay } from '../hear/intents.ts'
import { tidy } from '../hear/tidy.ts'
import { DECLINED } from './playbook.ts'

/** An answer in the lead's own words, tidied: every sentence that says something of its own. */
export const openAnswer = (lines: readonly Line[], shape: (raw: string) => string = (raw) => raw): string | null => {
  const said = lines
    .filter((line) => line.isFree && saysSomething(line.folded))
    .map((line) => shape(tidy(line.raw)))
    .filter(Boolean)
  return said.length > 0 ? quotable(said.join('. '), 140) : null
}

/** The same for a question that may stay open: 'não sei' leaves it. */
export const openOrDeclined = (lines: readonly Line[]): string | null =>
  lines.some((line) => doesNotSay(line.folded) && line.folded.length < 40) ? DECLINED : openAnswer(lines)
