import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { TryAgent } from '../agents/ports.ts'
import type { Calendar } from '../calendar/ports.ts'
import type { Conversations } from '../conversations/ports.ts'
import { reader } from './turn/reader.ts'
import { tryAgent } from './turn/try-agent.ts'
import { type AssistantPorts, turnHandler } from './turn/worker.ts'

export function wireAssistant(
  deps: Deps,
  { conversations, calendar, closing }: { conversations: Conversations; calendar: Calendar; closing: AbortSignal },
) {
  const ports: AssistantPorts = { commitTurn: conversations.commitTurn, meetings: calendar, reader, closing }
  return {
    ports,
    tryAgent: (...asked) => tryAgent({ ...deps, reader }, ...asked),
    jobs: { 'agent-turn': turnHandler(deps, ports) },
  } satisfies Feature & { ports: AssistantPorts; tryAgent: TryAgent }
}
