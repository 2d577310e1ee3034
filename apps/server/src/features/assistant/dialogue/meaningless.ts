import type { ParsedLine } from '../understanding/parse-messages.ts'
import { hasContent, isBackchannel } from '../understanding/values/business-facts.ts'
import { isBusinessRelated } from '../understanding/values/business-relevance.ts'
import { hasDayOrHour } from './appointments/date-mentions.ts'
import type { DialogueContext } from './dialogue-context.ts'

/** Texts with up to this number of words are never judged unrelated to the business, because they may be short answers. */
const MAX_SHORT_ANSWER_WORDS = 2
/**
 * Returns true if all sentences of the lead are meaningless: random keys, sounds, or text unrelated to the agent's business. The agent then
 * asks the lead to rephrase.
 */
export const isMeaningless = (talk: DialogueContext): boolean => {
  const tellsNothing = (line: ParsedLine) =>
    !hasContent(line.folded) ||
    (line.isFree &&
      line.folded.split(' ').length > MAX_SHORT_ANSWER_WORDS &&
      !hasDayOrHour(line, talk) &&
      !isBusinessRelated(line, talk.input.agent))
  const { lines } = talk.understood
  const isLost = (line: ParsedLine) =>
    line.isNonsense || (line.intents.size === 0 && line.matters.length === 0 && !isBackchannel(line.folded) && tellsNothing(line))
  return lines.length > 0 && lines.every(isLost)
}
