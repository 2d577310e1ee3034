import { isMurmur, saysSomething } from '../understanding/business.ts'
import { isOfOurs } from '../understanding/of-ours.ts'
import type { Line } from '../understanding/understand.ts'
import { isDated } from './dates.ts'
import type { Talk } from './talk.ts'

/** Of one or two words nobody can tell; they may answer something else than was asked. */
const FEW_WORDS = 2
/** Mashed keys, sounds, words of no language, or about nothing of ours: whoever begins with that is greeted, and asked to say it otherwise. */
export const isMeaningless = (talk: Talk): boolean => {
  const tellsNothing = (line: Line) =>
    !saysSomething(line.folded) ||
    (line.isFree && line.folded.split(' ').length > FEW_WORDS && !isDated(line, talk) && !isOfOurs(line, talk.input.agent))
  const { lines } = talk.understood
  const isLost = (line: Line) =>
    line.isNonsense || (line.intents.size === 0 && line.matters.length === 0 && !isMurmur(line.folded) && tellsNothing(line))
  return lines.length > 0 && lines.every(isLost)
}
