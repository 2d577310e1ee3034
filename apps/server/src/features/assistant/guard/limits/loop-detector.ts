import { normalizeText, stripPunctuation } from '../../understanding/text/normalize-text.ts'
import { isAwayMessage } from './away-message.ts'

/** A message as input of the rules against loops. */
export interface RecentMessage {
  readonly from: 'lead' | 'agent' | 'person'
  readonly type: string
  readonly content: string
  readonly at: Date
  /** True for the first message of an agent's turn. */
  readonly isTurn: boolean
  /** True for a message of the lead that no turn has processed yet. */
  readonly isNew: boolean
}

/** Sign that the other side is a machine. */
export type LoopSign = 'away' | 'repeats' | 'too quick' | 'too many turns'

const TEN_MINUTES_MS = 600_000
const LOOP_EQUAL_TEXTS = 3
const QUICK_ANSWER_MS = 3_000
/** Tolerance in milliseconds for channels with timestamps in whole seconds: an answer may then seem to precede our message. */
const ROUNDING_TOLERANCE_MS = -1_000
const LOOP_QUICK_ANSWERS = 6
const LOOP_TURNS = 20

/** Short answers that people repeat to successive questions. Repeating them is not a sign of a machine. */
const SHORT_ANSWERS = new Set(
  'sim s ss nao n nn ok okay certo isso isso mesmo exato claro quero pode pode ser beleza blz ta ta bom bom uhum aham nao sei talvez tanto faz obrigado obrigada valeu kk kkk rs'
    .split(' ')
    .concat(['isso mesmo', 'pode ser', 'nao sei', 'ta bom', 'tudo bem', 'tanto faz', 'nao tenho']),
)

/**
 * Returns the first sign of the rule 'loop' (section 2) or null: an automatic reply; 3 equal texts in 10 minutes; 6 answers in a row within
 * 3 s of ours; 20 turns of the agent in 10 minutes. `passed` contains the newest messages, oldest first. A pure function.
 */
export function detectLoop(passed: readonly RecentMessage[], now: Date): LoopSign | null {
  const lately = passed.filter(({ at }) => now.getTime() - at.getTime() <= TEN_MINUTES_MS)
  const fresh = passed.filter(({ from, isNew }) => from === 'lead' && isNew)
  if (isAwayMessage(fresh.filter(({ type }) => type === 'text').map(({ content }) => content))) return 'away'
  if (hasRepeatedTexts(lately)) return 'repeats'
  if (countQuickAnswers(passed) >= LOOP_QUICK_ANSWERS) return 'too quick'
  return lately.filter(({ isTurn }) => isTurn).length >= LOOP_TURNS ? 'too many turns' : null
}

const hasRepeatedTexts = (lately: readonly RecentMessage[]): boolean => {
  const texts = lately
    .filter(({ from, type }) => from === 'lead' && type === 'text')
    .map(({ content, isNew }) => ({ isNew, words: stripPunctuation(normalizeText(content)) }))
    .filter(({ words }) => words !== '' && !SHORT_ANSWERS.has(words))
  return texts.some(({ isNew, words }) => isNew && texts.filter((other) => other.words === words).length >= LOOP_EQUAL_TEXTS)
}

/** Counts the lead's newest consecutive answers that came within the quick limit. A message of a user resets the count. */
function countQuickAnswers(passed: readonly RecentMessage[]): number {
  let row = 0
  let ours: Date | null = null
  for (const { from, at } of passed) {
    if (from === 'agent') ours = at
    else if (from === 'person') [row, ours] = [0, null]
    else if (ours) {
      const ms = at.getTime() - ours.getTime()
      row = ms > ROUNDING_TOLERANCE_MS && ms <= QUICK_ANSWER_MS ? row + 1 : 0
    }
  }
  return row
}
