import { getAgentTypeLabel } from '@prosa/contract/entities/agents/agent'
import ExternalLink from 'lucide-react/icons/external-link'
import { useSelectedAgent } from '../../features/conversation/cache/use-selected-agent.ts'
import { getButtonClass } from '../../shared/ui/buttons/button.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'

const SCRIPTED_AGENT_NOTE = 'Sem modelo de linguagem configurado: segue um roteiro escrito'

/**
 * Banner above the conversation list, with the agent's type and name and a link to the agent's public chat. Wide layouts also show whether
 * the agent follows a script.
 */
export function AgentBanner() {
  const agent = useSelectedAgent()
  if (!agent) return null
  return (
    <>
      <p
        className="flex min-w-0 flex-1 items-center gap-1.5 text-ui"
        title={agent.mode === 'playbook' ? SCRIPTED_AGENT_NOTE : undefined}
      >
        <Badge>{getAgentTypeLabel(agent.type)}</Badge>
        <span className="truncate font-semibold">{agent.name}</span>
        {agent.mode === 'playbook' && (
          <span className="hidden min-w-0 shrink-[99] @min-[26rem]:inline truncate text-ink-3 text-meta">· segue roteiro</span>
        )}
      </p>
      {agent.webchat_path && (
        <a
          href={agent.webchat_path}
          target="_blank"
          rel="noopener"
          aria-label={`Chat do lead com ${agent.name}, em outra aba`}
          title="Chat do lead"
          className={getButtonClass('ghost', 'size-(--control-height) !px-0')}
        >
          <ExternalLink aria-hidden="true" className="size-[1.125rem]" />
        </a>
      )}
    </>
  )
}
