import type { ReplayInput, ReplayPorts, ReplayTurn } from '../ports.ts'

/** Text that replaces a message without text, such as a file, because a test conversation must end with text. */
const FILE_ONLY_PLACEHOLDER = '(arquivo)'

/**
 * Creates the function that answers the snapshot of a turn again, with the time, the knowledge answers and the agent's memory of that turn.
 * Sends, stores and books nothing. The cost of the language model is recorded as the cost of a test.
 */
export const createReplayTurn =
  ({ previewAgent, parseMemory }: ReplayPorts): ReplayTurn =>
  async ({ agent, tenant, turn, knowledge, signal }: ReplayInput) => {
    const now = new Date(turn.at)
    const messages = turn.messages.map(({ role, content }) => ({
      role,
      content: content === '' ? FILE_ONLY_PLACEHOLDER : content,
    }))
    const { stage, summary, lead, memory } = turn
    const state = { stage, summary: summary ?? '', lead, turn: parseMemory(memory) }
    return previewAgent({ clock: { now: () => now }, knowledge }, agent, tenant, { messages, state }, signal)
  }
