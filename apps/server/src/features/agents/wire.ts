import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { addFirstAgents } from './first-agents.ts'
import type { Gate } from './gate.ts'
import { agentEvents } from './live.ts'
import type { Agents, TryAgent } from './ports.ts'
import { agentRoutes } from './routes.ts'
import { versionRoutes } from './versions/routes.ts'

export function wireAgents(deps: Deps, { tryAgent, gate }: { tryAgent: TryAgent; gate: Gate }) {
  const port: Agents = { addFirst: addFirstAgents }
  return {
    port,
    routes: (api) => {
      agentRoutes(api, deps, { tryAgent, gate })
      versionRoutes(api, deps, gate)
    },
    live: agentEvents,
  } satisfies Feature & { port: Agents }
}
