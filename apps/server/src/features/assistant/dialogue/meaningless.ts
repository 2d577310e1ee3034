import { isMurmur, saysSomething } from '../understanding/business.ts'
import { isOfOurs } from '../understanding/of-ours.ts'
import type { Line } from '../understanding/understand.ts'
import { isDated } from './dates.ts'
import type { Talk } from './talk.ts'

/** Up to this number of words, a text cannot be judged, because it may be a short answer. */
const FEW_WORDS = 2
/**
 * Returns true if all lines are meaningless: random keys, sounds, or text unrelated to the business. The agent then asks the lead to
 * rephrase.
 */
export const isMeaningless = (talk: Talk): boolean => {
  const tellsNothing = (line: Line) =>
    !saysSomething(line.folded) ||
    (line.isFree && line.folded.split(' ').length > FEW_WORDS && !isDated(line, talk) && !isOfOurs(line, talk.input.agent))
  const { lines } = talk.understood
  const isLost = (line: Line) =>
    line.isNonsense || (line.intents.size === 0 && line.matters.length === 0 && !isMurmur(line.folded) && tellsNothing(line))
  return lines.length > 0 && lines.every(isLost)
}
