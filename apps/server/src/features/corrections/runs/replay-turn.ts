import type { ReplayInput, ReplayPorts, ReplayTurn } from '../ports.ts'

/** Text in place of a message that has none, such as a file. The agent can only answer text. */
const FILE_ONLY_PLACEHOLDER = '(arquivo)'

/**
 * Creates the function that lets an agent answer a stored conversation again, with the time, knowledge and agent memory of that moment.
 * Nothing is sent, stored or booked. The language model cost is recorded as a test.
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
