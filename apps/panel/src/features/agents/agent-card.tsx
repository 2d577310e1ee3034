import { type Agent, getAgentTypeLabel } from '@prosa/contract/entities/agents/agent'
import { Link } from '@tanstack/react-router'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Flag from 'lucide-react/icons/flag'
import Settings2 from 'lucide-react/icons/settings-2'
import { PATHS } from '../../shared/config/paths.ts'
import { selectAgent } from '../../shared/preferences/preferences.ts'
import { cx } from '../../shared/ui/cx.ts'

const MODE_LABELS = { playbook: 'Segue um roteiro escrito', model: 'Conversa com modelo de linguagem' } as const

const countFormat = new Intl.NumberFormat('pt-BR')
const compactFormat = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 })
/** Count from which the number is shortened, because all its digits would not fit into a third of a card. */
const COMPACT_FROM = 1_000_000

function Count({ value }: { value: number }) {
  if (value < COMPACT_FROM) return countFormat.format(value)
  return (
    <>
      <span aria-hidden="true" title={countFormat.format(value)} className="whitespace-nowrap">
        {compactFormat.format(value)}
      </span>
      <span className="sr-only">{countFormat.format(value)}</span>
    </>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex min-w-0 flex-col-reverse">
      <dt className="truncate text-ink-3 text-meta">{label}</dt>
      <dd className="font-semibold text-title tabular">
        <Count value={value} />
      </dd>
    </div>
  )
}

/** Shows how many conversations need attention and how many are unread. Omits a number that the server does not return. */
function AttentionCounts({ summary: { totalNeedsAttention = 0, totalUnread = 0 } }: { summary: NonNullable<Agent['summary']> }) {
  if (totalNeedsAttention === 0 && totalUnread === 0) return null
  return (
    <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 font-semibold text-meta tabular">
      {totalNeedsAttention > 0 && (
        <span className="inline-flex items-center gap-1 text-urucum">
          <Flag aria-hidden="true" className="size-3" />
          {countFormat.format(totalNeedsAttention)} com atenção
        </span>
      )}
      {totalUnread > 0 && (
        <span className="text-primary">
          {countFormat.format(totalUnread)} {totalUnread === 1 ? 'não lida' : 'não lidas'}
        </span>
      )}
    </p>
  )
}

const LINK_CLASS =
  'relative inline-flex min-h-8 coarse:min-h-11 w-fit items-center gap-1 rounded-control font-semibold text-primary text-ui hover:underline'

/** Card of an agent. A click opens the agent's conversations. Links open its settings, for users who may see them, and its public chat. */
export function AgentCard({ agent }: { agent: Agent }) {
  const { summary, mode } = agent
  return (
    <li className="group relative flex flex-col rounded-card border border-line bg-surface p-edge transition-colors duration-(--time-in) focus-within:border-control hover:border-control">
      {!agent.active && <span aria-hidden="true" className="margin-dotted absolute inset-y-4 left-0 w-(--margin-rule)" />}
      <div className="flex items-center justify-between gap-3">
        <p className="font-semibold text-ink-3 text-meta">{getAgentTypeLabel(agent.type)}</p>
        <p className={cx('flex items-center gap-1.5 text-meta', agent.active ? 'text-mate' : 'text-ink-3')}>
          {agent.active && <span aria-hidden="true" className="size-1.5 rounded-full bg-mate" />}
          {agent.active ? 'Ativo' : 'Inativo'}
        </p>
      </div>
      <h2 className="mt-1 font-bold text-title">
        <Link
          to={PATHS.chat}
          onClick={() => selectAgent(agent._id)}
          className="wrap-anywhere after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-2"
        >
          {agent.name}
        </Link>
      </h2>
      <p className="mt-0.5 mb-5 text-ink-3 text-meta">{mode && MODE_LABELS[mode]}</p>
      {summary && (
        <dl className="mt-auto grid grid-cols-3 gap-3 border-line border-t pt-4">
          <Figure label="Leads" value={summary.totalLeadsLifetime} />
          <Figure label="Leads hoje" value={summary.totalLeadsToday} />
          <Figure label="Em conversa" value={summary.totalActiveConversations} />
        </dl>
      )}
      {summary && <AttentionCounts summary={summary} />}
      {(agent.settings || agent.webchat_path) && (
        <div className="mt-4 -mb-1 flex flex-wrap gap-x-5">
          {agent.settings && (
            <Link
              to={PATHS.agentSettings}
              params={{ agentId: agent._id }}
              aria-label={`Configurar ${agent.name}`}
              className={LINK_CLASS}
            >
              <Settings2 aria-hidden="true" className="size-4" />
              Configurar
            </Link>
          )}
          {agent.webchat_path && (
            <a href={agent.webchat_path} target="_blank" rel="noopener" className={LINK_CLASS}>
              Abrir o chat público
              <ArrowUpRight aria-hidden="true" className="size-4" />
              <span className="sr-only">{`de ${agent.name} (nova aba)`}</span>
            </a>
          )}
        </div>
      )}
    </li>
  )
}
