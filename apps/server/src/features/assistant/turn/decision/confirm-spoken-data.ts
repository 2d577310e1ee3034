import { isDeepStrictEqual } from 'node:util'
import PHRASES from '../../guard/phrases.json' with { type: 'json' }
import { extractSpokenData, formatConfirmationQuestion } from '../../guard/spoken-data.ts'
import { createStoppedDraft, type TurnInput } from '../../turn-input.ts'
import { isNo, isYes } from '../../understanding/intents/intents.ts'
import { normalizeText } from '../../understanding/text/normalize-text.ts'
import { parseMemory, type TurnDecision } from './turn-decision.ts'

const isText = ({ type }: { type: string }) => type === 'text'

/**
 * Adds data from voice messages to the input if the lead says yes to it: prepends the messages as typed text. For any other answer, returns
 * the input unchanged, and the data is dropped.
 */
export function addConfirmedData(input: TurnInput): TurnInput {
  const { spoken: confirmedTexts } = parseMemory(input.conversation.memory)
  const [first, ...rest] = input.newMessages
  if (!confirmedTexts || !first || !isText(first) || !isYes(normalizeText(first.content))) return input
  const confirmedMessages = confirmedTexts.map((content) => ({ type: 'text', content }))
  const hasFurtherContent = extractSpokenData(first.content, input.now, input.timeZone).length > 0 || first.content.length > 40
  return { ...input, newMessages: [...confirmedMessages, ...(hasFurtherContent ? [first] : []), ...rest] }
}

/** Apologizes if the lead answers the repeated voice data with a mere 'no'. Returns null for any other message. */
export function answerRejectedConfirmation(input: TurnInput): TurnDecision | null {
  const memory = parseMemory(input.conversation.memory)
  const [first, ...rest] = input.newMessages
  if (!memory.spoken || !first || rest.length > 0 || !isText(first)) return null
  const isOnlyNo = isNo(normalizeText(first.content)) && first.content.length <= 20 && !/\d/.test(first.content)
  if (!isOnlyNo) return null
  const { spoken: _spoken, ...memoryWithoutSpoken } = memory
  const replies = PHRASES.mistaken
  return {
    ...createStoppedDraft(input, replies, { reason: null }),
    memory: { ...memoryWithoutSpoken, parts: 1, unsent: replies },
  }
}

/** Returns true if a decision stores data of the lead: meeting, contact data, appointment or facts. */
const storesLeadData = (
  { leadPatch, meeting, memory }: TurnDecision,
  previousDialogue: TurnDecision['memory']['dialogue'],
): boolean =>
  Object.keys(leadPatch).length > 0 ||
  meeting !== undefined ||
  !isDeepStrictEqual(memory.dialogue.appointment, previousDialogue.appointment) ||
  !isDeepStrictEqual(memory.dialogue.facts, previousDialogue.facts)

/**
 * Replaces a decision that would store data from voice messages with a question that repeats the data (HEAR-09). In another guard state
 * than 'clear', for example after a handover, asks nothing and drops contact data and meeting changes.
 */
export function confirmSpokenData(input: TurnInput, decision: TurnDecision): TurnDecision {
  const { now, timeZone, newMessages } = input
  const spokenData = newMessages
    .filter(({ isTranscript }) => isTranscript)
    .flatMap(({ content }) => extractSpokenData(content, now, timeZone))
  const previousMemory = parseMemory(input.conversation.memory)
  if (spokenData.length === 0 || !storesLeadData(decision, previousMemory.dialogue)) return decision
  if (decision.memory.guard.kind !== 'clear') return { ...decision, leadPatch: {}, meeting: undefined }
  const replies = [formatConfirmationQuestion(spokenData)]
  const spokenTexts = newMessages.filter(isText).map(({ content }) => content)
  return {
    ...createStoppedDraft(input, replies, { reason: null }),
    optOut: decision.optOut,
    memory: {
      ...decision.memory,
      dialogue: previousMemory.dialogue,
      spoken: spokenTexts,
      parts: replies.length,
      unsent: replies,
    },
  }
}
