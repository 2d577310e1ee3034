import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import type { CorrectionGate } from './correction-gate.ts'
import { createDefaultAgents } from './default-agents.ts'
import { agentEvents } from './events.ts'
import type { Agents, PreviewAgent } from './ports.ts'
import { agentRoutes } from './routes.ts'
import { versionRoutes } from './versions/routes.ts'

export function createAgentsModule(deps: Deps, { previewAgent, gate }: { previewAgent: PreviewAgent; gate: CorrectionGate }) {
  const port: Agents = { createDefaultAgents: createDefaultAgents }
  return {
    port,
    routes: (api) => {
      agentRoutes(api, deps, { previewAgent, gate })
      versionRoutes(api, deps, gate)
    },
    socketEvents: agentEvents,
  } satisfies Feature & { port: Agents }
}
