import { type ComponentProps, useId } from 'react'
import { cx } from '../lib/cx.ts'
import { controlClass } from './control-class.ts'
import { Field, fieldIds } from './field.tsx'
import { DownGlyph } from './glyphs.tsx'

interface Option {
  value: string | number
  label: string
}

interface SelectBoxProps extends ComponentProps<'select'> {
  options: readonly Option[]
  invalid?: boolean
}

/** Select box without a label. It is the browser's native one, which is best on phones and needs no code. */
export function SelectBox({ options, invalid = false, className, ...rest }: SelectBoxProps) {
  return (
    <span className={cx('relative block min-w-0', className)}>
      <select {...rest} aria-invalid={invalid} className={controlClass(invalid, 'appearance-none truncate pr-9')}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <DownGlyph className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-3" />
    </span>
  )
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'id' | 'className'> {
  label: string
  options: readonly Option[]
  description?: string | undefined
  error?: string | undefined
}

export function Select({ label, options, description, error, required, ...rest }: SelectProps) {
  const ids = fieldIds(useId(), { description, error })
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
