import { getStageLabel } from '@prosa/contract/entities/conversations/conversation'
import { COST_KINDS, type CostGroupBy, type CostSummary } from '@prosa/contract/entities/reports/cost'
import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { useQuery } from '@tanstack/react-query'
import { parseISO } from 'date-fns'
import { useState } from 'react'
import { isNotImplemented } from '../../shared/api/is-not-implemented.ts'
import { COST_KIND_LABELS } from '../../shared/formatting/cost-kind-labels.ts'
import { formatCostSum, formatOpenCosts } from '../../shared/formatting/format-money.ts'
import { cx } from '../../shared/ui/cx.ts'
import { LoadError } from '../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { SelectBox } from '../../shared/ui/inputs/select.tsx'
import { EmptySectionText, PageSection } from '../../shared/ui/layout/page-section.tsx'
import { getBudgetWarning } from './budget-texts.ts'
import { formatMetaBill } from './format-meta-bill.ts'
import { budgetQuery, costSummaryQuery } from './queries.ts'

type CostGroup = CostSummary['groups'][number]

const GROUPING_OPTIONS = [
  { value: 'kind', label: 'Por tipo', head: 'Tipo' },
  { value: 'day', label: 'Por dia', head: 'Dia' },
  { value: 'agent', label: 'Por agente', head: 'Agente' },
  { value: 'number', label: 'Por número', head: 'Número' },
  { value: 'stage', label: 'Por etapa', head: 'Etapa' },
] as const satisfies readonly { value: CostGroupBy; label: string; head: string }[]
type CostGrouping = (typeof GROUPING_OPTIONS)[number]['value']

const countFormat = new Intl.NumberFormat('pt-BR')
const dayFormat = new Intl.DateTimeFormat('pt-BR', { weekday: 'short', day: '2-digit', month: '2-digit', year: 'numeric' })
/** Labels for costs without a value for the grouping. For example, a preview has no WhatsApp number. */
const UNGROUPED_LABELS: Readonly<Record<CostGrouping, string>> = {
  kind: 'Outros',
  day: 'Sem dia',
  agent: 'Sem agente',
  number: 'Sem número',
  stage: 'Sem etapa',
}

function getGroupName({ key, label }: CostGroup, groupBy: CostGrouping): string {
  if (key === null) return UNGROUPED_LABELS[groupBy]
  if (groupBy === 'day') return dayFormat.format(parseISO(key))
  if (groupBy === 'stage') return getStageLabel(key)
  if (groupBy === 'kind') return COST_KIND_LABELS[COST_KINDS.find((kind) => kind === key) ?? 'meta']
  if (groupBy === 'number') return label === null ? 'Número desligado' : formatPhone(label)
  return label ?? 'Agente excluído'
}

/** Table of costs by group. Each row contains a bar with its share. */
function CostGroupTable({ groups, groupBy }: { groups: readonly CostGroup[]; groupBy: CostGrouping }) {
  const maxCost = Math.max(...groups.map(({ micro_brl }) => micro_brl), 1)
  const headClass = 'sticky top-0 bg-surface pb-1 font-normal'
  return (
    <div role="group" aria-label="Tabela de custos" tabIndex={0} className="max-h-80 overflow-y-auto">
      <table className="w-full border-collapse text-ui">
        <caption className="sr-only">
          Custos do período {GROUPING_OPTIONS.find(({ value }) => value === groupBy)?.label.toLowerCase()}
        </caption>
        <thead className="text-ink-3 text-meta">
          <tr>
            <th scope="col" className={cx(headClass, 'text-left')}>
              {GROUPING_OPTIONS.find(({ value }) => value === groupBy)?.head}
            </th>
            <th scope="col" className={cx(headClass, 'pl-3 text-right')}>
              Itens
            </th>
            <th scope="col" className={cx(headClass, 'pl-3 text-right')}>
              Custo
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row" className="py-1 text-left font-normal">
                <span className="relative flex min-h-9 items-center">
                  <span
                    aria-hidden="true"
                    className="absolute inset-y-0 left-0 min-w-[3px] rounded-r-card rounded-l-speaker border-primary border-l-[3px] bg-bubble-ai"
                    style={{ width: `${(group.micro_brl / maxCost) * 100}%` }}
                  />
                  <span className="wrap-anywhere relative pl-3 tabular">{getGroupName(group, groupBy)}</span>
                </span>
              </th>
              <td className="pl-3 text-right text-ink-2 tabular">{countFormat.format(group.count)}</td>
              <td className="whitespace-nowrap pl-3 text-right font-semibold tabular">
                {formatCostSum(group)}
                {group.unpriced > 0 && group.unpriced < group.count && (
                  <span className="block font-normal text-ink-3 text-meta">{countFormat.format(group.unpriced)} sem preço</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Section with the costs of all agents in a period, in one of five groupings. Hidden if the server does not count costs. */
export default function DashboardCosts({ from, to }: { from: string; to: string }) {
  const [groupBy, setGroupBy] = useState<CostGrouping>('kind')
  const query = useQuery(costSummaryQuery({ from, to }, groupBy))
  const { data: budget } = useQuery(budgetQuery())
  const { data, error, isPlaceholderData } = query
  if (isNotImplemented(error)) return null
  // After a change of the grouping, the response of the previous grouping is still present for a moment.
  const groups = data?.group_by === groupBy ? data.groups : undefined
  // Days are shown newest first.
  const visibleGroups = groupBy === 'day' ? groups && [...groups].reverse() : groups
  const openCosts = data && formatOpenCosts(data.total)
  const notice = budget && getBudgetWarning(budget)
  return (
    <PageSection
      title="Custos"
      description="De todos os agentes, em reais"
      className="mt-4"
      aside={
        <SelectBox
          aria-label="Custos por"
          options={GROUPING_OPTIONS}
          value={groupBy}
          className="w-36 max-w-full"
          onChange={({ target }) => setGroupBy(GROUPING_OPTIONS.find(({ value }) => value === target.value)?.value ?? 'kind')}
        />
      }
    >
      {notice && <p className="mb-3 text-ui">{notice}</p>}
      {!data && error && <LoadError query={query} message="Não foi possível buscar os custos." />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && data.total.count === 0 && <EmptySectionText>Nada custou neste período.</EmptySectionText>}
      {data && data.total.count > 0 && (
        <div
          aria-busy={isPlaceholderData}
          className={cx('transition-opacity duration-(--time-in)', isPlaceholderData && 'opacity-60')}
        >
          <p className="mb-3 flex flex-wrap items-baseline gap-x-3">
            <span className="font-bold text-title tabular">{formatCostSum(data.total)}</span>
            {openCosts && <span className="text-ink-3 text-ui tabular">{openCosts}</span>}
          </p>
          {data.bill && <p className="mb-3 text-ink-3 text-ui tabular">{formatMetaBill(data.bill)}</p>}
          {visibleGroups ? <CostGroupTable groups={visibleGroups} groupBy={groupBy} /> : <Skeleton className="h-40" />}
        </div>
      )}
    </PageSection>
  )
}
