import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Equal from 'lucide-react/icons/equal'
import { cx } from '../../shared/ui/cx.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { FIGURE_RULES, type FigureChange, type FigureRule, formatFigure, getFigureChange } from './figures.ts'
import type { DashboardFigures } from './queries.ts'

const ICONS = { up: ArrowUp, down: ArrowDown, same: Equal } as const
const TONE_CLASSES = { better: 'text-mate', worse: 'text-ipe', neutral: 'text-ink-2' } as const

/** CSS classes of a sheet that is divided into cells. */
const SHEET_CLASS =
  'grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4 [&>*]:bg-surface'
const CELL_CLASS = 'relative flex min-w-0 flex-col p-3.5 sm:p-5'

function ChangeLine({ change, previousText }: { change: FigureChange; previousText: string }) {
  const Icon = ICONS[change.direction]
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-1.5 text-meta tabular">
      <span className={cx('inline-flex items-baseline gap-1 font-semibold', TONE_CLASSES[change.tone])}>
        <Icon aria-hidden="true" className="size-3 shrink-0 self-center" strokeWidth={2.75} />
        {change.text}
      </span>
      {change.direction !== 'same' && <span className="text-ink-3">{`antes ${previousText}`}</span>}
    </p>
  )
}

function FigureCell({ rule, figure }: { rule: FigureRule; figure: DashboardFigures[keyof DashboardFigures] }) {
  const { label, hint, kind } = rule
  const change = getFigureChange(rule, figure)
  const needsAttention = rule.key === 'awaitingAttention' && (figure.value ?? 0) > 0
  return (
    <div className={CELL_CLASS}>
      {needsAttention && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-(--margin-rule) bg-urucum" />}
      <dt className="text-ink-2 text-ui">{label}</dt>
      <dd className="flex flex-1 flex-col">
        <span
          className={cx(
            'mt-1 block font-semibold text-[1.5rem] leading-8 sm:text-[1.75rem] sm:leading-9 tracking-[-0.01em] tabular',
            needsAttention && 'text-urucum',
          )}
        >
          {formatFigure(kind, figure.value)}
        </span>
        {change ? (
          <ChangeLine change={change} previousText={formatFigure(kind, figure.previous)} />
        ) : (
          rule.key !== 'awaitingAttention' && <p className="mt-2 text-ink-3 text-meta">Sem comparação com o período anterior</p>
        )}
        <p className="mt-auto hidden pt-2 text-ink-3 text-meta sm:block">{hint}</p>
      </dd>
    </div>
  )
}

export function FigureList({ figures }: { figures: DashboardFigures }) {
  return (
    <dl aria-label="Números do período" className={SHEET_CLASS}>
      {FIGURE_RULES.map((rule) => (
        <FigureCell key={rule.key} rule={rule} figure={figures[rule.key]} />
      ))}
    </dl>
  )
}

export function FigureSkeletons() {
  return (
    <div className={SHEET_CLASS}>
      {FIGURE_RULES.map(({ key }) => (
        <div key={key} className={CELL_CLASS}>
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-2.5 h-7 w-16" />
          <Skeleton className="mt-3 h-3 w-28" />
        </div>
      ))}
    </div>
  )
}
