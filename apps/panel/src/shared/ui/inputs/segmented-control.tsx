import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

interface SegmentedControlProps<Value extends string> {
  legend: string
  value: Value
  options: readonly { value: Value; label: string; aside?: ReactNode }[]
  onChange: (value: Value) => void
  className?: string
}

/** Radio buttons shown side by side as segments, with the keyboard behaviour of radio buttons. */
export function SegmentedControl<Value extends string>({
  legend,
  value,
  options,
  onChange,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId()
  return (
    <fieldset
      className={cx('flex w-fit max-w-full flex-wrap gap-0.5 rounded-control border border-control bg-sunken p-0.5', className)}
    >
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="reach flex min-h-[calc(var(--control-height)-0.375rem)] cursor-pointer items-center gap-1.5 rounded-[4px] px-3 font-semibold text-ink-2 text-ui hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line)] has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus has-[:focus-visible]:outline-offset-1"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label} {option.aside !== undefined && <span className="font-normal text-ink-3 tabular">{option.aside}</span>}
        </label>
      ))}
    </fieldset>
  )
}
