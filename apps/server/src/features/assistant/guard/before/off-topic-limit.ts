import { differenceInHours } from 'date-fns/differenceInHours'
import type { ParsedMessages } from '../../understanding/parse-messages.ts'
import { isBackchannel } from '../../understanding/values/business-facts.ts'
import { formatFindingReason, renderGuardPhrase } from '../guard-log.ts'
import type { GuardState, GuardVerdict } from '../verdict.ts'

const OFF_TOPIC_WINDOW_HOURS = 24
const OFF_TOPIC_BEFORE_HAND_OVER = 2

/** Returns true if the messages try to change the agent's role, or are all off-topic: homework, poems, code, news. */
const isOffTopicBurst = ({ intents, lines }: ParsedMessages): boolean => {
  if (intents.has('outside')) return true
  const contentLines = lines.filter(
    (line) => !isBackchannel(line.normalizedText) && !(line.intents.size === 1 && line.intents.has('greeting')),
  )
  return contentLines.length > 0 && contentLines.every((line) => line.intents.has('offTopic'))
}

/**
 * Declines off-topic messages without notifying the team. The third time within 24 hours hands the conversation over without a reply.
 * Returns null for other messages.
 */
export const applyOffTopicLimit = (guardState: GuardState): GuardVerdict | null => {
  const { parsedMessages, guardContext } = guardState
  if (!isOffTopicBurst(parsedMessages)) return null
  const recentOffTopicTimes = guardState.log.strayed.filter(
    (at) => differenceInHours(guardContext.now, at) < OFF_TOPIC_WINDOW_HOURS,
  )
  guardState.log = {
    ...guardState.log,
    strayed: [...recentOffTopicTimes, guardContext.now.toISOString()].slice(-OFF_TOPIC_BEFORE_HAND_OVER - 1),
  }
  const isWaitingForUser = guardState.guard.kind === 'awaiting_person'
  if (recentOffTopicTimes.length < OFF_TOPIC_BEFORE_HAND_OVER)
    return {
      kind: 'answers',
      reply: [renderGuardPhrase(guardState, isWaitingForUser ? 'strayWaiting' : 'stray')],
      attentionReason: null,
      dropsPendingQuestion: false,
    }
  if (isWaitingForUser) return { kind: 'answers', reply: [], attentionReason: null, dropsPendingQuestion: false }
  const reason = formatFindingReason(guardState, 'stray')
  guardState.guard = { kind: 'awaiting_person', since: guardContext.now.toISOString(), reason }
  return { kind: 'answers', reply: [], attentionReason: reason, dropsPendingQuestion: true }
}
