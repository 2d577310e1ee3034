import { agentTypeLabel } from '@prosa/contract/entities/agent'
import { ExternalLink } from 'lucide-react'
import { useSelectedAgent } from './selected-agent.ts'

/** Whose conversations these are, how the agent speaks, and where a lead reaches it. */
export function AgentBanner() {
  const agent = useSelectedAgent()
  return (
    <div className="flex h-9 shrink-0 items-center gap-2 border-line border-b bg-bg px-3.5 text-ui">
      {agent && (
        <>
          <span className="rounded-[4px] border border-line px-1.5 font-semibold text-ink-2 text-meta leading-[1.125rem]">
            {agentTypeLabel(agent.type)}
          </span>
          <span className="max-w-[60%] shrink-0 truncate font-semibold">{agent.name}</span>
          {agent.mode === 'playbook' && (
            <span
              className="min-w-0 truncate text-ink-3 text-meta"
              title="Sem modelo de linguagem configurado: segue um roteiro escrito"
            >
              · segue roteiro
            </span>
          )}
          {agent.webchat_path && (
            <a
              href={agent.webchat_path}
              target="_blank"
              rel="noopener"
              className="ml-auto inline-flex shrink-0 items-center gap-1 rounded-[4px] text-meta text-primary hover:underline"
            >
              Chat do lead
              <ExternalLink aria-hidden="true" className="size-3" />
            </a>
          )}
        </>
      )}
    </div>
  )
}
