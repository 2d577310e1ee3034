import { normalizeText, stripPunctuation } from '../../understanding/text/normalize-text.ts'
import { isAwayMessage } from './away-message.ts'

/** A message as input of the loop detector. */
export interface RecentMessage {
  readonly sender: 'lead' | 'agent' | 'person'
  readonly type: string
  readonly content: string
  readonly at: Date
  /** Whether the message is the first one of an agent's answer. Counting these messages counts answers. */
  readonly startsTurn: boolean
  /** Whether the lead wrote the message and the agent has not answered it yet. */
  readonly isUnanswered: boolean
}

/** Sign that the agent is talking to a machine. */
export type LoopSign = 'away' | 'repeats' | 'too quick' | 'too many turns'

const TEN_MINUTES_MS = 600_000
const LOOP_EQUAL_TEXTS = 3
const QUICK_ANSWER_MS = 3_000
/** Tolerance in milliseconds: some channels round timestamps to seconds, so an answer may seem to precede the message before it. */
const ROUNDING_TOLERANCE_MS = -1_000
const LOOP_QUICK_ANSWERS = 6
const LOOP_TURNS = 20

/** Short answers that humans often repeat, so repetition is no sign of a machine. */
const SHORT_ANSWERS = new Set(
  'sim s ss nao n nn ok okay certo isso isso mesmo exato claro quero pode pode ser beleza blz ta ta bom bom uhum aham nao sei talvez tanto faz obrigado obrigada valeu kk kkk rs'
    .split(' ')
    .concat(['isso mesmo', 'pode ser', 'nao sei', 'ta bom', 'tudo bem', 'tanto faz', 'nao tenho']),
)

/**
 * Returns the first sign of a machine, or null: an automatic reply; 3 equal texts in 10 minutes; 6 answers in a row within 3 s; 20 agent
 * turns in 10 minutes (rule 'loop', section 2). `messages`: oldest first.
 */
export function detectLoop(messages: readonly RecentMessage[], now: Date): LoopSign | null {
  const recentMessages = messages.filter(({ at }) => now.getTime() - at.getTime() <= TEN_MINUTES_MS)
  const unansweredLeadMessages = messages.filter(({ sender, isUnanswered }) => sender === 'lead' && isUnanswered)
  if (isAwayMessage(unansweredLeadMessages.filter(({ type }) => type === 'text').map(({ content }) => content))) return 'away'
  if (hasRepeatedTexts(recentMessages)) return 'repeats'
  if (countQuickAnswers(messages) >= LOOP_QUICK_ANSWERS) return 'too quick'
  return recentMessages.filter(({ startsTurn }) => startsTurn).length >= LOOP_TURNS ? 'too many turns' : null
}

const hasRepeatedTexts = (recentMessages: readonly RecentMessage[]): boolean => {
  const texts = recentMessages
    .filter(({ sender, type }) => sender === 'lead' && type === 'text')
    .map(({ content, isUnanswered }) => ({ isUnanswered, words: stripPunctuation(normalizeText(content)) }))
    .filter(({ words }) => words !== '' && !SHORT_ANSWERS.has(words))
  return texts.some(
    ({ isUnanswered, words }) => isUnanswered && texts.filter((other) => other.words === words).length >= LOOP_EQUAL_TEXTS,
  )
}

/** Counts the newest answers in a row that came within 3 seconds of the agent's message. A message of a user resets the count. */
function countQuickAnswers(messages: readonly RecentMessage[]): number {
  let consecutiveAnswers = 0
  let agentMessageAt: Date | null = null
  for (const { sender, at } of messages) {
    if (sender === 'agent') agentMessageAt = at
    else if (sender === 'person') [consecutiveAnswers, agentMessageAt] = [0, null]
    else if (agentMessageAt) {
      const ms = at.getTime() - agentMessageAt.getTime()
      consecutiveAnswers = ms > ROUNDING_TOLERANCE_MS && ms <= QUICK_ANSWER_MS ? consecutiveAnswers + 1 : 0
    }
  }
  return consecutiveAnswers
}
