import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { addFirstAgents } from './first-agents.ts'
import type { Agents, TryAgent } from './ports.ts'
import { agentRoutes } from './routes.ts'

export function wireAgents(deps: Deps, { tryAgent }: { tryAgent: TryAgent }) {
  const port: Agents = { addFirst: addFirstAgents }
  return { port, routes: (api) => agentRoutes(api, deps, tryAgent) } satisfies Feature & { port: Agents }
}
