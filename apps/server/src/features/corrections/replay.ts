import type { Again, AnswersAgain, Replay } from './ports.ts'

/** A talk of a try ends with what the lead wrote; a burst of nothing but files reads so. */
const NO_WORDS = '(arquivo)'

/**
 * Answers a frozen turn again: with its clock, what the knowledge had, and what was kept before it. Like every try it says, sends and books
 * nothing; what it takes of a model is counted as one.
 */
export const replayTurn =
  ({ tryAgent, readMemory }: AnswersAgain): Replay =>
  async ({ agent, tenant, turn, knowledge, signal }: Again) => {
    const now = new Date(turn.at)
    const messages = turn.messages.map(({ role, content }) => ({ role, content: content === '' ? NO_WORDS : content }))
    const { stage, summary, lead, memory } = turn
    const state = { stage, summary: summary ?? '', lead, turn: readMemory(memory, now) }
    return tryAgent({ clock: { now: () => now }, knowledge }, agent, tenant, { messages, state }, signal)
  }
