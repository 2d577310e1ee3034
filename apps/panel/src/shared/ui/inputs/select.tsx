import { type ComponentProps, useId } from 'react'
import { cx } from '../cx.ts'
import { getControlClass } from './control-class.ts'
import { Field, getFieldIds } from './field.tsx'
import { ChevronDownGlyph } from './glyphs.tsx'

interface SelectOption {
  value: string | number
  label: string
}

interface SelectBoxProps extends ComponentProps<'select'> {
  options: readonly SelectOption[]
  invalid?: boolean
}

/** Select box without a label. It is a native `select` element, which works best on phones and needs no code. */
export function SelectBox({ options, invalid = false, className, ...rest }: SelectBoxProps) {
  return (
    <span className={cx('relative block min-w-0', className)}>
      <select {...rest} aria-invalid={invalid} className={getControlClass(invalid, 'appearance-none truncate pr-9')}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownGlyph className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-3" />
    </span>
  )
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'id' | 'className'> {
  label: string
  options: readonly SelectOption[]
  description?: string | undefined
  error?: string | undefined
}

export function Select({ label, options, description, error, required, ...rest }: SelectProps) {
  const ids = getFieldIds(useId(), { description, error })
  return (
    <Field id={ids.control} label={label} required={required} description={description} error={error}>
      <SelectBox
        {...rest}
        id={ids.control}
        options={options}
        invalid={error !== undefined}
        aria-required={required}
        aria-describedby={ids.describedBy}
      />
    </Field>
  )
}
