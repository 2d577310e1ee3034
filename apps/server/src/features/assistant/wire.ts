import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { TryAgent } from '../agents/ports.ts'
import type { Calendar } from '../calendar/ports.ts'
import type { Conversations } from '../conversations/ports.ts'
import type { Costs } from '../costs/ports.ts'
import type { Files } from '../files/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import type { Assistant } from './ports.ts'
import { reader } from './turn/reader.ts'
import { tryAgent } from './turn/try-agent.ts'
import { dropAddressUsage, forgetUsage } from './turn/usage.ts'
import { type AssistantPorts, giveUpTurn, turnHandler } from './turn/worker.ts'

type Others = {
  files: Files
  conversations: Conversations
  calendar: Calendar
  costs: Costs
  knowledge: Knowledge
  closing: AbortSignal
}

export function wireAssistant(deps: Deps, { files, conversations, calendar, costs, knowledge, closing }: Others) {
  const ports: AssistantPorts = {
    commitTurn: conversations.commitTurn,
    meetings: calendar,
    costs,
    knowledge,
    files,
    reader,
    closing,
  }
  const port: Assistant = { forgetUsage, dropAddressUsage }
  return {
    port,
    ports,
    tryAgent: (...asked) => tryAgent({ ...deps, costs, knowledge, reader }, ...asked),
    jobs: { 'agent-turn': turnHandler(deps, ports) },
    giveUps: { 'agent-turn': (place) => giveUpTurn(deps, ports, place) },
  } satisfies Feature & { port: Assistant; ports: AssistantPorts; tryAgent: TryAgent }
}
