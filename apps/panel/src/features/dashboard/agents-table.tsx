import { getAgentTypeLabel } from '@prosa/contract/entities/agents/agent'
import { EmptySectionText, PageSection } from '../../shared/ui/layout/page-section.tsx'
import { formatCount, formatShare } from './figures.ts'
import type { DashboardSummary } from './queries.ts'

type AgentFigures = DashboardSummary['agents'][number]

const COLUMNS: readonly { title: string; format: (row: AgentFigures) => string }[] = [
  { title: 'Novos leads', format: ({ newLeads }) => formatCount(newLeads) },
  { title: 'Conversas', format: ({ conversations }) => formatCount(conversations) },
  { title: 'Recebidas', format: ({ messagesIn }) => formatCount(messagesIn) },
  { title: 'Enviadas', format: ({ messagesOut }) => formatCount(messagesOut) },
  { title: 'Só com a IA', format: ({ handledByAiShare }) => formatShare(handledByAiShare) },
  { title: 'Reuniões', format: ({ meetingsBooked }) => formatCount(meetingsBooked) },
]

/** Table with figures of each agent. On a narrow page it scrolls horizontally, also by keyboard, and the names stay visible. */
export function AgentsTable({ agents }: { agents: DashboardSummary['agents'] }) {
  return (
    <PageSection title="Por agente" description="Os mesmos números, agente por agente">
      {agents.length === 0 ? (
        <EmptySectionText>Sua organização ainda não tem agentes.</EmptySectionText>
      ) : (
        <div
          role="group"
          aria-label="Tabela por agente"
          tabIndex={0}
          className="-mx-4 -mb-4 overflow-x-auto rounded-b-card sm:-mx-5 sm:-mb-5"
        >
          <table className="w-full min-w-[42rem] border-collapse text-ui">
            <caption className="sr-only">Números do período por agente</caption>
            <thead className="text-ink-3 text-meta">
              <tr className="border-line border-b">
                <th scope="col" className="sticky left-0 bg-surface py-2 pr-3 pl-4 text-left font-normal sm:pl-5">
                  Agente
                </th>
                {COLUMNS.map(({ title }) => (
                  <th key={title} scope="col" className="px-3 py-2 text-right font-normal last:pr-4 sm:last:pr-5">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {agents.map((row) => (
                <tr key={row.agentId} className="border-line border-b last:border-b-0">
                  <th scope="row" className="sticky left-0 bg-surface py-2.5 pr-3 pl-4 text-left font-semibold sm:pl-5">
                    {row.name}
                    <span className="block font-normal text-ink-3 text-meta">{getAgentTypeLabel(row.type)}</span>
                  </th>
                  {COLUMNS.map(({ title, format }) => (
                    <td key={title} className="px-3 text-right tabular last:pr-4 sm:last:pr-5">
                      {format(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </PageSection>
  )
}
