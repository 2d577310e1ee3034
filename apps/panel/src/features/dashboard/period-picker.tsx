import { useEffect, useEffectEvent, useId, useState } from 'react'
import { getControlClass } from '../../shared/ui/inputs/control-class.ts'
import { type DayRange, getDayRangeProblem, PERIODS, type PeriodName } from './period.ts'

const PERIOD_LABELS: Readonly<Record<PeriodName, string>> = {
  hoje: 'Hoje',
  '7d': '7 dias',
  '30d': '30 dias',
  '90d': '90 dias',
  personalizado: 'Personalizado',
}

interface PeriodPickerProps {
  period: PeriodName
  onChange: (period: PeriodName) => void
}

/** Pause in typing, in milliseconds, after which dates are applied. Each typed digit may already form a valid date. */
const TYPING_PAUSE_MS = 800

/** Date fields for the first and last day of a period. `onChange` is called when both dates are valid and typing has paused. */
export function DayRangeFields({ days, onChange }: { days: DayRange; onChange: (days: DayRange) => void }) {
  const id = useId()
  const [draft, setDraft] = useState(days)
  const [isTyping, setTyping] = useState(false)
  const problem = isTyping ? null : getDayRangeProblem(draft)
  const commit = () => {
    setTyping(false)
    if (!getDayRangeProblem(draft) && (draft.from !== days.from || draft.to !== days.to)) onChange(draft)
  }
  const commitPending = useEffectEvent(commit)
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(() => commitPending(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, isTyping])
  const renderField = (name: keyof DayRange, label: string) => (
    <label className="flex min-w-0 flex-1 items-center gap-2 text-ink-2 text-ui sm:flex-none">
      {label}
      <input
        type="date"
        value={draft[name]}
        aria-invalid={problem !== null}
        aria-describedby={problem ? id : undefined}
        onChange={(event) => {
          setDraft({ ...draft, [name]: event.target.value })
          setTyping(true)
        }}
        onBlur={commit}
        className={getControlClass(problem !== null, 'sm:w-40 tabular')}
      />
    </label>
  )
  return (
    <div className="mt-3 flex flex-col gap-1.5 lg:items-end">
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {renderField('from', 'De')}
        {renderField('to', 'Até')}
      </div>
      {problem && (
        <p id={id} role="alert" className="text-meta text-roma">
          {problem}
        </p>
      )}
    </div>
  )
}

export function PeriodPicker({ period, onChange }: PeriodPickerProps) {
  const name = useId()
  return (
    <fieldset className="flex min-w-0 max-w-full flex-auto flex-wrap rounded-control border sm:flex-initial border-control bg-surface p-px">
      <legend className="sr-only">Período</legend>
      {PERIODS.map((value) => (
        <label
          key={value}
          className="reach flex min-h-[calc(var(--control-height)-4px)] flex-auto cursor-pointer items-center justify-center rounded-[5px] px-2 sm:px-2.5 font-semibold text-ink-2 text-ui hover:bg-hover has-[:checked]:bg-primary has-[:checked]:text-on-primary has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus has-[:focus-visible]:outline-offset-2"
        >
          <input type="radio" name={name} checked={period === value} onChange={() => onChange(value)} className="sr-only" />
          {PERIOD_LABELS[value]}
        </label>
      ))}
    </fieldset>
  )
}
