import type { Agent } from '@prosa/contract/entities/agent'
import { agentTypeLabel } from '@prosa/contract/entities/agent'
import { Outlet } from '@tanstack/react-router'

export function ChatPage({ agent }: { agent?: Agent | undefined }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {agent && (
        <p>
          {agentTypeLabel(agent.type)} · {agent.name}
        </p>
      )}
      <Outlet />
    </div>
  )
}
