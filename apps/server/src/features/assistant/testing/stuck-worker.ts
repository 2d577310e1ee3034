import type { ModelScreening } from '../turn/decision/screen-turn.ts'
import type { TurnDecision } from '../turn/decision/turn-decision.ts'
import {
  decide as decideAsEver,
  extractQuestions as extractQuestionsAsEver,
  guard as guardAsEver,
} from '../turn/worker-thread/reader-worker.ts'
import type { LeadMessage, TurnInput } from '../turn-input.ts'

/** Text at which the thread gets no CPU time beyond its deadline, as on a busy machine. */
export const STARVED_TEXT = 'ninguém me dá vez'
const blockThread = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)

/** Runs a pattern that practically never ends on 'tudo tudo tudo … x'. */
const readSlowly = (messages: readonly LeadMessage[]): readonly LeadMessage[] =>
  messages.some(({ content }) => /^((tudo|tudo)( |$))+$/.test(content)) ? [] : messages
const getStuck = (input: TurnInput): TurnInput => ({ ...input, newMessages: readSlowly(input.newMessages) })

export const decide = (input: TurnInput): TurnDecision => decideAsEver(getStuck(input))
export const guard = (input: TurnInput): ModelScreening => guardAsEver(getStuck(input))
export const extractQuestions = (messages: readonly LeadMessage[]): string[] => {
  if (messages.some(({ content }) => content === STARVED_TEXT)) blockThread()
  return extractQuestionsAsEver(readSlowly(messages))
}
