import { isDeepStrictEqual } from 'node:util'
import PHRASES from '../../guard/phrases.json' with { type: 'json' }
import { extractSpokenData, formatConfirmationQuestion } from '../../guard/spoken-data.ts'
import { createStoppedDraft, type TurnInput } from '../../turn-input.ts'
import { isNo, isYes } from '../../understanding/intents/intents.ts'
import { normalizeText } from '../../understanding/text/normalize-text.ts'
import { parseMemory, type TurnDecision } from './turn-decision.ts'

const isText = ({ type }: { type: string }) => type === 'text'

/** If the lead confirms repeated data, prepends the messages that contained it as typed text. Otherwise the data is dropped. */
export function addConfirmedData(input: TurnInput): TurnInput {
  const { spoken } = parseMemory(input.conversation.memory)
  const [first, ...rest] = input.newMessages
  if (!spoken || !first || !isText(first) || !isYes(normalizeText(first.content))) return input
  const told = spoken.map((content) => ({ type: 'text', content }))
  const isMore = extractSpokenData(first.content, input.now, input.timeZone).length > 0 || first.content.length > 40
  return { ...input, newMessages: [...told, ...(isMore ? [first] : []), ...rest] }
}

/** Returns the decision for a lead who only says that repeated data is wrong, or null. */
export function answerRejectedConfirmation(input: TurnInput): TurnDecision | null {
  const memory = parseMemory(input.conversation.memory)
  const [first, ...rest] = input.newMessages
  if (!memory.spoken || !first || rest.length > 0 || !isText(first)) return null
  const isOnlyNo = isNo(normalizeText(first.content)) && first.content.length <= 20 && !/\d/.test(first.content)
  if (!isOnlyNo) return null
  const { spoken: _spoken, ...kept } = memory
  const replies = PHRASES.mistaken
  return { ...createStoppedDraft(input, replies, { reason: null }), memory: { ...kept, parts: 1, unsent: replies } }
}

/** Returns true if the decision stores data from the lead's messages: about a meeting, contact data, or wishes. */
const storesLeadData = ({ leadPatch, meeting, memory }: TurnDecision, before: TurnDecision['memory']['dialogue']): boolean =>
  Object.keys(leadPatch).length > 0 ||
  meeting !== undefined ||
  !isDeepStrictEqual(memory.dialogue.appointment, before.appointment) ||
  !isDeepStrictEqual(memory.dialogue.facts, before.facts)

/**
 * Repeats amounts, dates, phone numbers, e-mail addresses and CPFs from voice messages for confirmation before the rule-based engine acts
 * on them (HEAR-09). Drops the decision until the lead confirms. If a user is called or awaited, asks nothing and stores none of it.
 */
export function confirmSpokenData(input: TurnInput, decided: TurnDecision): TurnDecision {
  const { now, timeZone, newMessages } = input
  const data = newMessages.filter(({ spoken }) => spoken).flatMap(({ content }) => extractSpokenData(content, now, timeZone))
  const kept = parseMemory(input.conversation.memory)
  if (data.length === 0 || !storesLeadData(decided, kept.dialogue)) return decided
  if (decided.memory.guard.kind !== 'clear') return { ...decided, leadPatch: {}, meeting: undefined }
  const replies = [formatConfirmationQuestion(data)]
  const spoken = newMessages.filter(isText).map(({ content }) => content)
  return {
    ...createStoppedDraft(input, replies, { reason: null }),
    optOut: decided.optOut,
    memory: { ...decided.memory, dialogue: kept.dialogue, spoken, parts: replies.length, unsent: replies },
  }
}
