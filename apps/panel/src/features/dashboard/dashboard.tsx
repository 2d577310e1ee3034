import type { Agent } from '@prosa/contract/entities/agents/agent'
import { getAgentTypeLabel } from '@prosa/contract/entities/agents/agent'
import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { getServerTime } from '../../shared/api/server-clock.ts'
import { notifyError } from '../../shared/notifications/notifications.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { cx } from '../../shared/ui/cx.ts'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { SelectBox } from '../../shared/ui/inputs/select.tsx'
import { AgentsTable } from './agents-table.tsx'
import { Funnel } from './charts/funnel.tsx'
import { HeatMap } from './charts/heat-map.tsx'
import { MessagesPerDay } from './charts/messages-per-day.tsx'
import { FigureList, FigureSkeletons } from './figure-list.tsx'
import {
  type DashboardChoice,
  type DayRange,
  DEFAULT_PERIOD,
  formatDayRange,
  getDayRange,
  getTodayInTimeZone,
  type PeriodName,
} from './period.ts'
import { DayRangeFields, PeriodPicker } from './period-picker.tsx'
import { type DashboardSummary, dashboardQueries } from './queries.ts'

const CUSTOM_PERIOD: PeriodName = 'personalizado'

interface DashboardProps {
  choice: DashboardChoice
  onChoose: (choice: DashboardChoice) => void
  /** Agents that the user can select as a filter. */
  agents: readonly Agent[]
  /** Renders further sections for the selected period. */
  renderExtra?: (days: DayRange) => ReactNode
}

function AgentFilter({ agents, value, onChange }: { agents: readonly Agent[]; value: string; onChange: (id: string) => void }) {
  return (
    <SelectBox
      aria-label="Agente"
      value={value}
      options={[
        { value: '', label: 'Todos os agentes' },
        ...agents.map(({ _id, name, type }) => ({ value: _id, label: `${name} · ${getAgentTypeLabel(type)}` })),
      ]}
      onChange={(event) => onChange(event.target.value)}
      className="flex-auto sm:w-56 sm:flex-initial"
    />
  )
}

function DashboardSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Carregando os números...</span>
      <FigureSkeletons />
      <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
        <Skeleton shape="card" className="h-80" />
        <Skeleton shape="card" className="h-80" />
      </div>
    </div>
  )
}

function DashboardSections({ summary }: { summary: DashboardSummary }) {
  return (
    <div className="flex flex-col gap-4">
      <FigureList figures={summary.figures} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <MessagesPerDay days={summary.messagesPerDay} />
        <Funnel funnel={summary.funnel} />
      </div>
      <HeatMap cells={summary.heatMap} timeZone={summary.period.timezone} />
      <AgentsTable agents={summary.agents} />
    </div>
  )
}

const saveSummaryAsCsv = (summary: DashboardSummary) =>
  void import('./dashboard-csv.ts').then(({ downloadDashboardCsv }) => downloadDashboardCsv(summary), notifyError)

const getBrowserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Figures of a period, compared with the previous period. `choice`: selected period and agent, which are stored in the URL. */
export function Dashboard({ choice, onChoose, agents, renderExtra }: DashboardProps) {
  const [timeZone, setTimeZone] = useState(getBrowserTimeZone)
  const days = getDayRange(choice, getTodayInTimeZone(timeZone, getServerTime()))
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(dashboardQueries.summary(days, choice.agente))
  if (data && data.period.timezone !== timeZone) setTimeZone(data.period.timezone)

  const choosePeriod = (periodo: PeriodName, customRange?: DayRange) =>
    onChoose({
      ...(choice.agente ? { agente: choice.agente } : {}),
      ...(customRange ? { periodo, de: customRange.from, ate: customRange.to } : { periodo }),
    })
  const chooseAgent = (agente: string) => {
    const { agente: _removed, ...rest } = choice
    onChoose(agente ? { ...rest, agente } : rest)
  }
  const period = choice.periodo ?? DEFAULT_PERIOD
  const previousRange = data && { from: data.period.previousFrom, to: data.period.previousTo }

  return (
    <div className="mx-auto w-full max-w-[88rem] px-edge py-6 sm:px-[min(2rem,5vw)] sm:py-8">
      <title>Dashboard · Prosa</title>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="font-bold text-title">Dashboard</h1>
        <div className="flex w-full min-w-0 flex-wrap items-center gap-2 lg:w-auto">
          <PeriodPicker period={period} onChange={(name) => choosePeriod(name, name === CUSTOM_PERIOD ? days : undefined)} />
          <div className="flex min-w-0 max-w-full flex-auto basis-full flex-wrap gap-2 sm:flex-initial sm:basis-auto">
            <AgentFilter agents={agents} value={choice.agente ?? ''} onChange={chooseAgent} />
            <Button disabled={!data || isPlaceholderData} onClick={() => data && saveSummaryAsCsv(data)}>
              <Download aria-hidden="true" className="size-4" />
              Exportar CSV
            </Button>
          </div>
        </div>
      </div>
      {period === CUSTOM_PERIOD && (
        <DayRangeFields days={days} onChange={(customRange) => choosePeriod(CUSTOM_PERIOD, customRange)} />
      )}
      {/* The text has a fixed height, because its length changes with each response. */}
      <p className="mt-3 mb-5 min-h-[calc(2*var(--type-message-line))] text-ink-3 text-message tabular sm:min-h-(--type-message-line)">
        {formatDayRange(days)}
        {previousRange && !isPlaceholderData && (
          <span className="block text-ui sm:inline">{` comparado com ${formatDayRange(previousRange)}`}</span>
        )}
      </p>
      {isPending && <DashboardSkeleton />}
      {error && !data && (
        <EmptyState
          flush
          title="Não foi possível carregar os números"
          action={<Button onClick={() => void refetch()}>Tentar novamente</Button>}
        >
          {error.message}
        </EmptyState>
      )}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={cx('transition-opacity duration-(--time-in)', isPlaceholderData && 'opacity-60')}
        >
          <DashboardSections summary={data} />
        </div>
      )}
      {data && renderExtra?.(days)}
    </div>
  )
}
