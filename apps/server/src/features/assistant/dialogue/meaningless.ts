import type { ParsedLine } from '../understanding/parse-messages.ts'
import { hasContent, isBackchannel } from '../understanding/values/business-facts.ts'
import { isBusinessRelated } from '../understanding/values/business-relevance.ts'
import { hasDayOrHour } from './appointments/date-mentions.ts'
import type { DialogueContext } from './dialogue-context.ts'

/** Texts with up to this many words may be short answers, so they always count as related to the business. */
const MAX_SHORT_ANSWER_WORDS = 2
/**
 * Returns true if all sentences are meaningless: random keys, sounds, or text unrelated to the agent's business. The agent then asks the
 * lead to rephrase.
 */
export const isMeaningless = (context: DialogueContext): boolean => {
  const hasNoInformation = (line: ParsedLine) =>
    !hasContent(line.normalizedText) ||
    (line.canBeAnswer &&
      line.normalizedText.split(' ').length > MAX_SHORT_ANSWER_WORDS &&
      !hasDayOrHour(line, context) &&
      !isBusinessRelated(line, context.input.agent))
  const { lines } = context.parsedMessages
  const isMeaninglessLine = (line: ParsedLine) =>
    line.isNonsense ||
    (line.intents.size === 0 && line.teamMatters.length === 0 && !isBackchannel(line.normalizedText) && hasNoInformation(line))
  return lines.length > 0 && lines.every(isMeaninglessLine)
}
