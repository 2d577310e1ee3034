import type { ReplayInput, ReplayPorts, ReplayTurn } from '../ports.ts'

/** Placeholder for a message that contains only files, because a test conversation must end with text. */
const FILE_ONLY_PLACEHOLDER = '(arquivo)'

/**
 * Answers the snapshot of a turn again, with its time, its knowledge answers and the agent's memory before it. Sends, stores and books
 * nothing. Its model cost is recorded as that of a test.
 */
export const createReplayTurn =
  ({ tryAgent, readMemory }: ReplayPorts): ReplayTurn =>
  async ({ agent, tenant, turn, knowledge, signal }: ReplayInput) => {
    const now = new Date(turn.at)
    const messages = turn.messages.map(({ role, content }) => ({
      role,
      content: content === '' ? FILE_ONLY_PLACEHOLDER : content,
    }))
    const { stage, summary, lead, memory } = turn
    const state = { stage, summary: summary ?? '', lead, turn: readMemory(memory) }
    return tryAgent({ clock: { now: () => now }, knowledge }, agent, tenant, { messages, state }, signal)
  }
