import { parseISO } from 'date-fns'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../../shared/lazy-loading/lazy-component.tsx'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { EmptySectionText, PageSection } from '../../../shared/ui/layout/page-section.tsx'
import { formatCount } from '../figures.ts'
import type { DashboardSummary } from '../queries.ts'

const [MessagesChart] = lazyComponent(() => import('./messages-chart.tsx'))

const shortDayFormat = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' })
const longDayFormat = new Intl.DateTimeFormat('pt-BR', { weekday: 'short', day: '2-digit', month: '2-digit', year: 'numeric' })
const formatShortDay = (day: string) => shortDayFormat.format(parseISO(day))
const formatLongDay = (day: string) => longDayFormat.format(parseISO(day))

const sumMessages = (days: DashboardSummary['messagesPerDay'], side: 'in' | 'out') =>
  days.reduce((sum, day) => sum + day[side], 0)

function LegendItem({ swatch, name, count }: { swatch: string; name: string; count: number }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-[3px] ${swatch}`} />
      <span className="text-ink-2">{name}</span>
      <span className="font-semibold tabular">{formatCount(count)}</span>
    </span>
  )
}

function DaysTable({ days }: { days: DashboardSummary['messagesPerDay'] }) {
  const headClass = 'sticky top-0 bg-surface py-1.5 font-normal text-ink-3 text-meta'
  return (
    <div role="group" aria-label="Tabela de mensagens por dia" tabIndex={0} className="h-66 overflow-y-auto">
      <table className="w-full border-collapse text-ui">
        <caption className="sr-only">Mensagens por dia</caption>
        <thead>
          <tr>
            <th scope="col" className={`${headClass} text-left`}>
              Dia
            </th>
            <th scope="col" className={`${headClass} text-right`}>
              Recebidas
            </th>
            <th scope="col" className={`${headClass} pr-3 text-right`}>
              Enviadas
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day} className="border-line border-t">
              <th scope="row" className="py-1.5 text-left font-normal tabular">
                {formatLongDay(day.day)}
              </th>
              <td className="text-right tabular">{formatCount(day.in)}</td>
              <td className="pr-3 text-right tabular">{formatCount(day.out)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Section with messages from leads and replies per day, as a chart or as a table. */
export function MessagesPerDay({ days }: { days: DashboardSummary['messagesPerDay'] }) {
  const [showsTable, setShowsTable] = useState(false)
  const [hoveredIndex, setHoveredIndex] = useState<number | null>(null)
  const totals = { in: sumMessages(days, 'in'), out: sumMessages(days, 'out') }
  const hoveredDay = hoveredIndex === null ? undefined : days[hoveredIndex]
  const label = `Mensagens por dia: ${formatCount(totals.in)} recebidas e ${formatCount(totals.out)} enviadas. A tabela mostra cada dia.`
  const isEmpty = totals.in + totals.out === 0
  return (
    <PageSection
      title="Mensagens por dia"
      description={hoveredDay ? formatLongDay(hoveredDay.day) : 'Dos leads acima da linha; da IA e da equipe abaixo'}
      aside={
        !isEmpty && (
          <Button variant="outline" onClick={() => setShowsTable(!showsTable)}>
            {showsTable ? 'Ver gráfico' : 'Ver tabela'}
          </Button>
        )
      }
    >
      {isEmpty ? (
        <EmptySectionText>Nenhuma mensagem neste período.</EmptySectionText>
      ) : (
        <>
          <p className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ui">
            <LegendItem swatch="bg-control" name="Recebidas" count={(hoveredDay ?? totals).in} />
            <LegendItem swatch="bg-primary" name="Enviadas" count={(hoveredDay ?? totals).out} />
          </p>
          {showsTable ? (
            <DaysTable days={days} />
          ) : (
            <Suspense fallback={<Skeleton className="h-66 w-full" />}>
              <MessagesChart
                days={days}
                label={label}
                formatDay={formatShortDay}
                hoveredIndex={hoveredIndex}
                onHover={setHoveredIndex}
              />
            </Suspense>
          )}
        </>
      )}
    </PageSection>
  )
}
