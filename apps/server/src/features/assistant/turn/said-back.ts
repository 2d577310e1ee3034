import { isDeepStrictEqual } from 'node:util'
import { stopped, type TurnInput } from '../decision.ts'
import PHRASES from '../guard/phrases.json' with { type: 'json' }
import { dataIn, saidBack } from '../guard/spoken.ts'
import { fold } from '../understanding/fold.ts'
import { saysNo, saysYes } from '../understanding/intents.ts'
import { readMemory, type TurnDecision } from './memory.ts'

const isText = ({ type }: { type: string }) => type === 'text'

/**
 * A burst with what was said back before it, where the lead now says that it is right: from then on that counts as written. What the lead does
 * not confirm is let go.
 */
export function withConfirmed(input: TurnInput): TurnInput {
  const { spoken } = readMemory(input.conversation.memory, input.now)
  const [first, ...rest] = input.newMessages
  if (!spoken || !first || !isText(first) || !saysYes(fold(first.content))) return input
  const told = spoken.map((content) => ({ type: 'text', content }))
  const isMore = dataIn(first.content, input.now, input.timeZone).length > 0 || first.content.length > 40
  return { ...input, newMessages: [...told, ...(isMore ? [first] : []), ...rest] }
}

/** The lead says that what was said back is wrong, and no more than that. */
export function mistaken(input: TurnInput): TurnDecision | null {
  const memory = readMemory(input.conversation.memory, input.now)
  const [first, ...rest] = input.newMessages
  if (!memory.spoken || !first || rest.length > 0 || !isText(first)) return null
  const isOnlyNo = saysNo(fold(first.content)) && first.content.length <= 20 && !/\d/.test(first.content)
  if (!isOnlyNo) return null
  const { spoken: _spoken, ...kept } = memory
  const replies = PHRASES.mistaken
  return { ...stopped(input, replies, { reason: null }), memory: { ...kept, parts: 1, unsent: replies } }
}

/** True where the decision writes something down that the lead said: of a meeting, of the lead, or of what it wants. */
const acts = ({ leadPatch, meeting, memory }: TurnDecision, before: TurnDecision['memory']['dialogue']): boolean =>
  Object.keys(leadPatch).length > 0 ||
  meeting !== undefined ||
  !isDeepStrictEqual(memory.dialogue.appointment, before.appointment) ||
  !isDeepStrictEqual(memory.dialogue.facts, before.facts)

/**
 * Sums, dates, phones, e-mails and CPFs that the lead said are said back before the written engine acts on them (HEAR-09): what was decided is
 * put off until the lead says that they are right. Where a person is called or awaited nothing is asked, and nothing of it written down.
 */
export function sayBackFirst(input: TurnInput, decided: TurnDecision): TurnDecision {
  const { now, timeZone, newMessages } = input
  const data = newMessages.filter(({ spoken }) => spoken).flatMap(({ content }) => dataIn(content, now, timeZone))
  const kept = readMemory(input.conversation.memory, now)
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
