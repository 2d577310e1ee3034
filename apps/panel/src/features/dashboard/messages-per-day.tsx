import { parseISO } from 'date-fns'
import { Suspense, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { latePart } from '../../shared/ui/late-part.tsx'
import { Nothing, Panel } from '../../shared/ui/panel.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { countText } from './figures.ts'
import type { Summary } from './queries.ts'

const [MessagesChart] = latePart(() => import('./messages-chart.tsx'))

const shortDay = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' })
const wholeDay = new Intl.DateTimeFormat('pt-BR', { weekday: 'short', day: '2-digit', month: '2-digit', year: 'numeric' })
const short = (day: string) => shortDay.format(parseISO(day))
const whole = (day: string) => wholeDay.format(parseISO(day))

const total = (days: Summary['messagesPerDay'], side: 'in' | 'out') => days.reduce((sum, day) => sum + day[side], 0)

function Key({ swatch, name, count }: { swatch: string; name: string; count: number }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-[3px] ${swatch}`} />
      <span className="text-ink-2">{name}</span>
      <span className="font-semibold tabular">{countText(count)}</span>
    </span>
  )
}

function DaysTable({ days }: { days: Summary['messagesPerDay'] }) {
  const head = 'sticky top-0 bg-surface py-1.5 font-normal text-ink-3 text-meta'
  return (
    <div role="group" aria-label="Tabela de mensagens por dia" tabIndex={0} className="h-66 overflow-y-auto">
      <table className="w-full border-collapse text-ui">
        <caption className="sr-only">Mensagens por dia</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} text-left`}>
              Dia
            </th>
            <th scope="col" className={`${head} text-right`}>
              Recebidas
            </th>
            <th scope="col" className={`${head} pr-3 text-right`}>
              Enviadas
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day} className="border-line border-t">
              <th scope="row" className="py-1.5 text-left font-normal tabular">
                {whole(day.day)}
              </th>
              <td className="text-right tabular">{countText(day.in)}</td>
              <td className="pr-3 text-right tabular">{countText(day.out)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Messages of leads and replies per day, as a chart or a table. */
export function MessagesPerDay({ days }: { days: Summary['messagesPerDay'] }) {
  const [asTable, setAsTable] = useState(false)
  const [heldAt, setHeldAt] = useState<number | null>(null)
  const sums = { in: total(days, 'in'), out: total(days, 'out') }
  const held = heldAt === null ? undefined : days[heldAt]
  const label = `Mensagens por dia: ${countText(sums.in)} recebidas e ${countText(sums.out)} enviadas. A tabela mostra cada dia.`
  const isEmpty = sums.in + sums.out === 0
  return (
    <Panel
      title="Mensagens por dia"
      description={held ? whole(held.day) : 'Dos leads acima da linha; da IA e da equipe abaixo'}
      aside={
        !isEmpty && (
          <Button variant="outline" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Ver gráfico' : 'Ver tabela'}
          </Button>
        )
      }
    >
      {isEmpty ? (
        <Nothing>Nenhuma mensagem neste período.</Nothing>
      ) : (
        <>
          <p className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ui">
            <Key swatch="bg-control" name="Recebidas" count={(held ?? sums).in} />
            <Key swatch="bg-primary" name="Enviadas" count={(held ?? sums).out} />
          </p>
          {asTable ? (
            <DaysTable days={days} />
          ) : (
            <Suspense fallback={<Skeleton className="h-66 w-full" />}>
              <MessagesChart days={days} label={label} dayLabel={short} held={heldAt} onHold={setHeldAt} />
            </Suspense>
          )}
        </>
      )}
    </Panel>
  )
}
