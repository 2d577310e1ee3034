import { CSPProvider } from '@base-ui/react/csp-provider'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { PATHS } from '../../shared/config/paths.ts'
import { AgentTabs } from './agent-tabs.tsx'

interface AgentLayoutProps {
  title: string
  /** Id of the agent; missing while a new agent is created. */
  agentId?: string
  children: ReactNode
}

/** Layout of an agent's pages, with a back link, the agent's name and tabs. */
export function AgentLayout({ title, agentId, children }: AgentLayoutProps) {
  return (
    <CSPProvider disableStyleElements>
      <div className="mx-auto w-full max-w-[88rem] *:max-w-6xl px-edge py-8 sm:px-[min(2rem,5vw)]">
        <title>{`${title} · Prosa`}</title>
        <Link
          to={PATHS.agents}
          className="mb-2 inline-flex min-h-8 coarse:min-h-11 items-center gap-1.5 rounded-control text-ink-2 text-ui hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Agentes
        </Link>
        <h1 className="wrap-anywhere mb-6 font-bold text-title has-[+nav]:mb-2">{title}</h1>
        {agentId && <AgentTabs agentId={agentId} />}
        {children}
      </div>
    </CSPProvider>
  )
}
