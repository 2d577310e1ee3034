import { isDeepStrictEqual } from 'node:util'
import { stopped, type TurnInput } from '../decision.ts'
import PHRASES from '../guard/phrases.json' with { type: 'json' }
import { dataIn, saidBack } from '../guard/spoken.ts'
import { fold } from '../understanding/fold.ts'
import { saysNo, saysYes } from '../understanding/intents.ts'
import { readMemory, type TurnDecision } from './memory.ts'

const isText = ({ type }: { type: string }) => type === 'text'

/** If the lead confirms repeated data, prepends the messages that contained it as typed text. Otherwise the data is dropped. */
export function withConfirmed(input: TurnInput): TurnInput {
  const { spoken } = readMemory(input.conversation.memory)
  const [first, ...rest] = input.newMessages
  if (!spoken || !first || !isText(first) || !saysYes(fold(first.content))) return input
  const told = spoken.map((content) => ({ type: 'text', content }))
  const isMore = dataIn(first.content, input.now, input.timeZone).length > 0 || first.content.length > 40
  return { ...input, newMessages: [...told, ...(isMore ? [first] : []), ...rest] }
}

/** Returns the decision for a lead who only says that repeated data is wrong, or null. */
export function mistaken(input: TurnInput): TurnDecision | null {
  const memory = readMemory(input.conversation.memory)
  const [first, ...rest] = input.newMessages
  if (!memory.spoken || !first || rest.length > 0 || !isText(first)) return null
  const isOnlyNo = saysNo(fold(first.content)) && first.content.length <= 20 && !/\d/.test(first.content)
  if (!isOnlyNo) return null
  const { spoken: _spoken, ...kept } = memory
  const replies = PHRASES.mistaken
  return { ...stopped(input, replies, { reason: null }), memory: { ...kept, parts: 1, unsent: replies } }
}

/** Returns true if the decision stores data from the lead's messages: about a meeting, contact data, or wishes. */
const acts = ({ leadPatch, meeting, memory }: TurnDecision, before: TurnDecision['memory']['dialogue']): boolean =>
  Object.keys(leadPatch).length > 0 ||
  meeting !== undefined ||
  !isDeepStrictEqual(memory.dialogue.appointment, before.appointment) ||
  !isDeepStrictEqual(memory.dialogue.facts, before.facts)

/**
 * Repeats amounts, dates, phone numbers, e-mail addresses and CPFs from voice messages for confirmation before the rule-based engine acts
 * on them (HEAR-09). Drops the decision until the lead confirms. If a user is called or awaited, asks nothing and stores none of it.
 */
export function sayBackFirst(input: TurnInput, decided: TurnDecision): TurnDecision {
  const { now, timeZone, newMessages } = input
  const data = newMessages.filter(({ spoken }) => spoken).flatMap(({ content }) => dataIn(content, now, timeZone))
  const kept = readMemory(input.conversation.memory)
  if (data.length === 0 || !acts(decided, kept.dialogue)) return decided
  if (decided.memory.guard.kind !== 'clear') return { ...decided, leadPatch: {}, meeting: undefined }
  const replies = [saidBack(data)]
  const spoken = newMessages.filter(isText).map(({ content }) => content)
  return {
    ...stopped(input, replies, { reason: null }),
    optOut: decided.optOut,
    memory: { ...decided.memory, dialogue: kept.dialogue, spoken, parts: replies.length, unsent: replies },
  }
}
