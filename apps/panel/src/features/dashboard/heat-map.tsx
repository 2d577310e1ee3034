import { useSyncExternalStore } from 'react'
import { cx } from '../../shared/lib/cx.ts'
import { Nothing, Panel } from '../../shared/ui/panel.tsx'
import { countText } from './figures.ts'
import type { Summary } from './queries.ts'

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const WIDE = '(min-width: 64rem)'

/** Five colours from lowest to highest. The scale is the square root, so that one busy hour does not make all others look empty. */
const STEPS = [
  'bg-bg',
  'bg-[color-mix(in_oklch,var(--primary)_14%,var(--surface))] text-ink',
  'bg-[color-mix(in_oklch,var(--primary)_32%,var(--surface))] text-ink',
  'bg-[color-mix(in_oklch,var(--primary)_86%,var(--surface))] text-on-primary',
  'bg-primary text-on-primary',
] as const

const stepOf = (count: number, most: number): number => (count === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(count / most) * 4)))

const useIsWide = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(WIDE)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(WIDE).matches,
  )

function Cell({ count, most }: { count: number; most: number }) {
  return (
    <td className="h-7 p-0 text-center">
      <span
        className={cx(
          'flex h-7 items-center justify-center rounded-[4px] text-meta tabular',
          STEPS[stepOf(count, most)] ?? STEPS[4],
        )}
      >
        {count === 0 ? <span className="sr-only">0</span> : countText(count)}
      </span>
    </td>
  )
}

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}h`
const HEAD = 'px-1 font-normal text-ink-3 text-meta tabular'

function Legend() {
  return (
    <p className="flex shrink-0 items-center gap-1.5 text-ink-3 text-meta">
      menos
      <span aria-hidden="true" className="flex gap-0.5">
        {STEPS.slice(1).map((step) => (
          <span key={step} className={cx('size-3 rounded-[3px]', step)} />
        ))}
      </span>
      mais
    </p>
  )
}

/** Heat map as a table. On a narrow page days are columns and hours are rows. */
export function HeatMap({ cells, timeZone }: { cells: Summary['heatMap']; timeZone: string }) {
  const isWide = useIsWide()
  const counts = new Map(cells.map(({ weekday, hour, count }) => [`${weekday} ${hour}`, count]))
  const at = (weekday: number, hour: number) => counts.get(`${weekday} ${hour}`) ?? 0
  const most = Math.max(...cells.map(({ count }) => count), 0)
  const title = 'Quando os leads escrevem'
  const description = `Mensagens de leads por dia da semana e hora (${timeZone.replaceAll('_', ' ')})`
  if (most === 0)
    return (
      <Panel title={title} description={description}>
        <Nothing>Nenhum lead escreveu neste período.</Nothing>
      </Panel>
    )
  const days = WEEKDAYS.map((name, weekday) => ({ name, weekday }))
  return (
    <Panel title={title} description={description} aside={isWide && <Legend />}>
      {!isWide && <Legend />}
      <table className="w-full table-fixed border-separate border-spacing-0.5">
        <caption className="sr-only">{`${title}: ${description}`}</caption>
        <thead>
          <tr>
            <th scope="col" className={cx(HEAD, isWide ? 'w-20 text-left' : 'w-9 text-left')}>
              <span className="sr-only">{isWide ? 'Dia' : 'Hora'}</span>
            </th>
            {isWide
              ? HOURS.map((hour) => (
                  <th key={hour} scope="col" className={HEAD}>
                    {hourText(hour)}
                  </th>
                ))
              : days.map(({ name }) => (
                  <th key={name} scope="col" className={HEAD}>
                    <abbr title={name} className="no-underline">
                      {name.slice(0, 3)}
                    </abbr>
                  </th>
                ))}
          </tr>
        </thead>
        <tbody>
          {isWide
            ? days.map(({ name, weekday }) => (
                <tr key={name}>
                  <th scope="row" className={cx(HEAD, 'text-left')}>
                    {name}
                  </th>
                  {HOURS.map((hour) => (
                    <Cell key={hour} count={at(weekday, hour)} most={most} />
                  ))}
                </tr>
              ))
            : HOURS.map((hour) => (
                <tr key={hour}>
                  <th scope="row" className={cx(HEAD, 'text-left')}>
                    {hourText(hour)}
                  </th>
                  {days.map(({ weekday }) => (
                    <Cell key={weekday} count={at(weekday, hour)} most={most} />
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </Panel>
  )
}
