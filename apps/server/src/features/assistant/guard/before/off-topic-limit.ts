import { differenceInHours } from 'date-fns/differenceInHours'
import type { ParsedMessages } from '../../understanding/parse-messages.ts'
import { isBackchannel } from '../../understanding/values/business-facts.ts'
import { formatFindingReason, renderGuardPhrase } from '../guard-log.ts'
import type { GuardState, GuardVerdict } from '../verdict.ts'

const OFF_TOPIC_WINDOW_HOURS = 24
const OFF_TOPIC_BEFORE_HAND_OVER = 2

/** Returns true if the messages try to change the agent's role, or if all sentences are off-topic: homework, poems, code, news. */
const isOffTopicBurst = ({ intents, lines }: ParsedMessages): boolean => {
  if (intents.has('outside')) return true
  const said = lines.filter((line) => !isBackchannel(line.folded) && !(line.intents.size === 1 && line.intents.has('greeting')))
  return said.length > 0 && said.every((line) => line.intents.has('offTopic'))
}

/**
 * Declines off-topic messages without requesting attention from the team. The third one within 24 hours gets no reply and hands the
 * conversation over to a user. Returns null if the messages are not off-topic.
 */
export const applyOffTopicLimit = (screen: GuardState): GuardVerdict | null => {
  const { understood, moment } = screen
  if (!isOffTopicBurst(understood)) return null
  const before = screen.log.strayed.filter((at) => differenceInHours(moment.now, at) < OFF_TOPIC_WINDOW_HOURS)
  screen.log = { ...screen.log, strayed: [...before, moment.now.toISOString()].slice(-OFF_TOPIC_BEFORE_HAND_OVER - 1) }
  const isAwaited = screen.guard.kind === 'awaiting_person'
  if (before.length < OFF_TOPIC_BEFORE_HAND_OVER)
    return {
      kind: 'answers',
      said: [renderGuardPhrase(screen, isAwaited ? 'strayWaiting' : 'stray')],
      reason: null,
      drops: false,
    }
  if (isAwaited) return { kind: 'answers', said: [], reason: null, drops: false }
  const reason = formatFindingReason(screen, 'stray')
  screen.guard = { kind: 'awaiting_person', since: moment.now.toISOString(), reason }
  return { kind: 'answers', said: [], reason, drops: true }
}
