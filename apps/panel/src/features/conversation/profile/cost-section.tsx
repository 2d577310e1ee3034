import { getConversationCost } from '@prosa/contract/calls/reports/costs'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { ConversationCost } from '@prosa/contract/entities/reports/cost'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { isNotImplemented } from '../../../shared/api/is-not-implemented.ts'
import { COST_KIND_LABELS } from '../../../shared/formatting/cost-kind-labels.ts'
import { formatCostSum, formatOpenCosts } from '../../../shared/formatting/format-money.ts'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { ChevronDownGlyph } from '../../../shared/ui/inputs/glyphs.tsx'

const countFormat = new Intl.NumberFormat('pt-BR')

/** Query for the cost of a conversation. Its key contains the number of messages, so that each new message causes a refetch. */
const conversationCostQuery = ({ lead_id: leadId, _id: conversationId, total_messages }: Conversation) =>
  queryOptions({
    networkMode: 'always',
    meta: { showsOwnError: true },
    queryKey: ['conversations', 'cost', conversationId, total_messages ?? 0],
    queryFn: async ({ signal }) => (await call(getConversationCost, { params: { leadId, conversationId }, signal })).data,
    placeholderData: keepPreviousData,
  })

function CostLine({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-1">
      <dt className="wrap-anywhere text-ink-2 text-ui">{label}</dt>
      <dd className="shrink-0 text-ui tabular">{children}</dd>
    </div>
  )
}

function CostBreakdown({ cost: { conversation, lead, kinds } }: { cost: ConversationCost }) {
  const openCosts = formatOpenCosts(conversation)
  return (
    <>
      <dl>
        {kinds.map(({ kind, ...sum }) => (
          <CostLine key={kind} label={`${COST_KIND_LABELS[kind]} (${countFormat.format(sum.count)})`}>
            {formatCostSum(sum)}
          </CostLine>
        ))}
        {lead.count > conversation.count && <CostLine label="Todas as conversas do lead">{formatCostSum(lead)}</CostLine>}
      </dl>
      {openCosts && <p className="mt-1 text-ink-3 text-meta tabular">{openCosts}</p>}
    </>
  )
}

/**
 * Section of the profile with the cost of the conversation, 'Custo até aqui: R$ 0,87', for users who may see costs (2-agents, section 8).
 * Expanded, it lists the parts of the sum.
 */
export default function CostSection({ conversation }: { conversation: Conversation }) {
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  const query = useQuery(conversationCostQuery(conversation))
  const { data, error } = query
  if (isNotImplemented(error)) return null
  const rowClass =
    'flex min-h-11 w-full items-center justify-between gap-3 border-line border-t text-left text-ink-3 text-meta tabular'
  if (!data && error)
    return (
      <div className="border-line border-t py-2.5">
        <LoadError query={query} message="Não foi possível buscar o custo." />
      </div>
    )
  if (!data)
    return (
      <p className={rowClass}>
        <Skeleton className="h-4 w-40" />
      </p>
    )
  const summary = `Custo até aqui: ${formatCostSum(data.conversation)}`
  if (data.conversation.count === 0 && data.lead.count === 0) return <p className={rowClass}>{summary}</p>
  return (
    <section aria-label="Custo">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? contentId : undefined}
          onClick={() => setOpen(!isOpen)}
          className={`${rowClass} hover:text-ink`}
        >
          {summary}
          <ChevronDownGlyph className={`size-4 shrink-0 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </h3>
      {isOpen && (
        <div id={contentId} className="pb-3">
          <CostBreakdown cost={data} />
        </div>
      )}
    </section>
  )
}
