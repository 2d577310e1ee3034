import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import type { PreviewAgent } from '../agents/ports.ts'
import type { Calendar } from '../calendar/ports.ts'
import type { Conversations } from '../conversations/ports.ts'
import type { Costs } from '../costs/ports.ts'
import type { Files } from '../files/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import type { Assistant } from './ports.ts'
import { previewAgent } from './turn/preview-agent.ts'
import { type AssistantPorts, createTurnHandler, giveUpTurn } from './turn/turn-job.ts'
import { deleteAddressUsage, deleteLeadUsage } from './turn/usage/daily-usage.ts'
import { textReader } from './turn/worker-thread/text-reader.ts'

type AssistantDeps = {
  files: Files
  conversations: Conversations
  calendar: Calendar
  costs: Costs
  knowledge: Knowledge
  closing: AbortSignal
}

export function createAssistantModule(deps: Deps, { files, conversations, calendar, costs, knowledge, closing }: AssistantDeps) {
  const ports: AssistantPorts = {
    commitTurn: conversations.commitTurn,
    meetings: calendar,
    costs,
    knowledge,
    files,
    reader: textReader,
    closing,
  }
  const port: Assistant = { deleteLeadUsage: deleteLeadUsage, deleteAddressUsage: deleteAddressUsage }
  return {
    port,
    ports,
    previewAgent: (...args) => previewAgent({ ...deps, costs, knowledge, reader: textReader }, ...args),
    jobs: { 'agent-turn': createTurnHandler(deps, ports) },
    finalFailureHandlers: { 'agent-turn': (conversationRef) => giveUpTurn(deps, ports, conversationRef) },
  } satisfies Feature & { port: Assistant; ports: AssistantPorts; previewAgent: PreviewAgent }
}
