import { getStageLabel } from '@prosa/contract/entities/conversations/conversation'
import { EmptySectionText, PageSection } from '../../../shared/ui/layout/page-section.tsx'
import { formatCount, formatShare, NO_VALUE_TEXT } from '../figures.ts'
import type { DashboardSummary } from '../queries.ts'

const TITLE = 'Funil'
const DESCRIPTION = 'Novos leads do período que chegaram a cada etapa ou além'

/** Table of the sales funnel. Each row contains the bar of its stage. */
export function Funnel({ funnel }: { funnel: DashboardSummary['funnel'] }) {
  const maxLeads = Math.max(...funnel.map(({ leads }) => leads), 0)
  return (
    <PageSection title={TITLE} description={DESCRIPTION}>
      {maxLeads === 0 ? (
        <EmptySectionText>Nenhum lead novo neste período.</EmptySectionText>
      ) : (
        <table className="w-full border-collapse text-ui">
          <caption className="sr-only">{`${TITLE}: ${DESCRIPTION}`}</caption>
          <thead className="text-ink-3 text-meta">
            <tr>
              <th scope="col" className="pb-1 text-left font-normal">
                Etapa
              </th>
              <th scope="col" className="wrap-anywhere pb-1 text-right font-normal">
                Leads
              </th>
              <th scope="col" className="wrap-anywhere pb-1 pl-3 text-right font-normal sm:w-24">
                Conversão
              </th>
            </tr>
          </thead>
          <tbody>
            {funnel.map(({ stage, leads, conversion }) => (
              <tr key={stage}>
                <th scope="row" className="py-1 text-left font-normal">
                  <span className="relative flex min-h-9 items-center">
                    <span
                      aria-hidden="true"
                      className="absolute inset-y-0 left-0 min-w-[3px] rounded-r-card rounded-l-speaker border-primary border-l-[3px] bg-bubble-ai"
                      style={{ width: `${(leads / maxLeads) * 100}%` }}
                    />
                    <span className="wrap-anywhere relative pl-3">{getStageLabel(stage)}</span>
                  </span>
                </th>
                <td className="pl-3 text-right font-semibold tabular">{formatCount(leads)}</td>
                <td className="pl-3 text-right text-ink-2 tabular">
                  {conversion === null ? NO_VALUE_TEXT : formatShare(conversion)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PageSection>
  )
}
