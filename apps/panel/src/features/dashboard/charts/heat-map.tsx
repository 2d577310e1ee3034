import { useSyncExternalStore } from 'react'
import { cx } from '../../../shared/ui/cx.ts'
import { EmptySectionText, PageSection } from '../../../shared/ui/layout/page-section.tsx'
import { formatCount } from '../figures.ts'
import type { DashboardSummary } from '../queries.ts'

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const WIDE_MEDIA_QUERY = '(min-width: 64rem)'

/**
 * Five colours from lowest to highest value. The steps follow the square root, so that one busy hour does not make all others look empty.
 */
const COLOR_STEPS = [
  'bg-bg',
  'bg-[color-mix(in_oklch,var(--primary)_14%,var(--surface))] text-ink',
  'bg-[color-mix(in_oklch,var(--primary)_32%,var(--surface))] text-ink',
  'bg-[color-mix(in_oklch,var(--primary)_86%,var(--surface))] text-on-primary',
  'bg-primary text-on-primary',
] as const

const getColorStep = (count: number, maxCount: number): number =>
  count === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(count / maxCount) * 4))

const useIsWide = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(WIDE_MEDIA_QUERY)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(WIDE_MEDIA_QUERY).matches,
  )

function HeatMapCell({ count, maxCount }: { count: number; maxCount: number }) {
  return (
    <td className="h-7 p-0 text-center">
      <span
        className={cx(
          'flex h-7 items-center justify-center rounded-[4px] text-meta tabular',
          COLOR_STEPS[getColorStep(count, maxCount)] ?? COLOR_STEPS[4],
        )}
      >
        {count === 0 ? <span className="sr-only">0</span> : formatCount(count)}
      </span>
    </td>
  )
}

const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}h`
const HEAD_CLASS = 'px-1 font-normal text-ink-3 text-meta tabular'

function Legend() {
  return (
    <p className="flex shrink-0 items-center gap-1.5 text-ink-3 text-meta">
      menos
      <span aria-hidden="true" className="flex gap-0.5">
        {COLOR_STEPS.slice(1).map((step) => (
          <span key={step} className={cx('size-3 rounded-[3px]', step)} />
        ))}
      </span>
      mais
    </p>
  )
}

/** Table with a coloured cell for each hour of the week. On a narrow page days are columns and hours are rows. */
export function HeatMap({ cells, timeZone }: { cells: DashboardSummary['heatMap']; timeZone: string }) {
  const isWide = useIsWide()
  const counts = new Map(cells.map(({ weekday, hour, count }) => [`${weekday} ${hour}`, count]))
  const getCount = (weekday: number, hour: number) => counts.get(`${weekday} ${hour}`) ?? 0
  const maxCount = Math.max(...cells.map(({ count }) => count), 0)
  const title = 'Quando os leads escrevem'
  const description = `Mensagens de leads por dia da semana e hora (${timeZone.replaceAll('_', ' ')})`
  if (maxCount === 0)
    return (
      <PageSection title={title} description={description}>
        <EmptySectionText>Nenhum lead escreveu neste período.</EmptySectionText>
      </PageSection>
    )
  const days = WEEKDAYS.map((name, weekday) => ({ name, weekday }))
  return (
    <PageSection title={title} description={description} aside={isWide && <Legend />}>
      {!isWide && <Legend />}
      <table className="w-full table-fixed border-separate border-spacing-0.5">
        <caption className="sr-only">{`${title}: ${description}`}</caption>
        <thead>
          <tr>
            <th scope="col" className={cx(HEAD_CLASS, isWide ? 'w-20 text-left' : 'w-9 text-left')}>
              <span className="sr-only">{isWide ? 'Dia' : 'Hora'}</span>
            </th>
            {isWide
              ? HOURS.map((hour) => (
                  <th key={hour} scope="col" className={HEAD_CLASS}>
                    {formatHour(hour)}
                  </th>
                ))
              : days.map(({ name }) => (
                  <th key={name} scope="col" className={HEAD_CLASS}>
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
                  <th scope="row" className={cx(HEAD_CLASS, 'text-left')}>
                    {name}
                  </th>
                  {HOURS.map((hour) => (
                    <HeatMapCell key={hour} count={getCount(weekday, hour)} maxCount={maxCount} />
                  ))}
                </tr>
              ))
            : HOURS.map((hour) => (
                <tr key={hour}>
                  <th scope="row" className={cx(HEAD_CLASS, 'text-left')}>
                    {formatHour(hour)}
                  </th>
                  {days.map(({ weekday }) => (
                    <HeatMapCell key={weekday} count={getCount(weekday, hour)} maxCount={maxCount} />
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </PageSection>
  )
}
