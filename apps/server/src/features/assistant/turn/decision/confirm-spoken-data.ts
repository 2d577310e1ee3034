import { isDeepStrictEqual } from 'node:util'
import PHRASES from '../../guard/phrases.json' with { type: 'json' }
import { extractSpokenData, formatConfirmationQuestion } from '../../guard/spoken-data.ts'
import { createStoppedDraft, type TurnInput } from '../../turn-input.ts'
import { isNo, isYes } from '../../understanding/intents/intents.ts'
import { normalizeText } from '../../understanding/text/normalize-text.ts'
import { parseMemory, type TurnDecision } from './turn-decision.ts'

const isText = ({ type }: { type: string }) => type === 'text'

/**
 * If the lead confirms data that the agent repeated from voice messages, returns the input with these messages prepended as typed text.
 * Otherwise returns the input unchanged, so that the data is dropped.
 */
export function addConfirmedData(input: TurnInput): TurnInput {
  const { spoken } = parseMemory(input.conversation.memory)
  const [first, ...rest] = input.newMessages
  if (!spoken || !first || !isText(first) || !isYes(normalizeText(first.content))) return input
  const told = spoken.map((content) => ({ type: 'text', content }))
  const isMore = extractSpokenData(first.content, input.now, input.timeZone).length > 0 || first.content.length > 40
  return { ...input, newMessages: [...told, ...(isMore ? [first] : []), ...rest] }
}

/** Returns the decision for a lead who answers only that the repeated data is wrong. Returns null for any other message. */
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

/**
 * Returns true if the decision stores data from the lead's messages: a meeting, contact data, an appointment or facts. `before`: dialogue
 * memory before the turn.
 */
const storesLeadData = ({ leadPatch, meeting, memory }: TurnDecision, before: TurnDecision['memory']['dialogue']): boolean =>
  Object.keys(leadPatch).length > 0 ||
  meeting !== undefined ||
  !isDeepStrictEqual(memory.dialogue.appointment, before.appointment) ||
  !isDeepStrictEqual(memory.dialogue.facts, before.facts)

/**
 * Replaces a decision that would store data from voice messages (amounts, dates, phone numbers, …) with a question that repeats the data
 * for confirmation (HEAR-09). If the lead waits for a user of the team, asks nothing and removes contact data and meeting changes from the
 * decision.
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
