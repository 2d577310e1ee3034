import { type ComponentProps, useId } from 'react'
import { controlClass, Field, fieldIds } from './field.tsx'
import { DownGlyph } from './glyphs.tsx'

interface SelectProps extends Omit<ComponentProps<'select'>, 'id'> {
  label: string
  options: readonly { value: string; label: string }[]
  description?: string | undefined
  error?: string | undefined
}

/** The system's own list: best on a phone, free on a desktop. */
export function Select({ label, options, description, error, required, ...rest }: SelectProps) {
  const ids = fieldIds(useId(), { description, error })
  return (
    <Field id={ids.control} label={label} required={required} description={description} error={error}>
      <span className="relative block">
        <select
          {...rest}
          id={ids.control}
          aria-required={required}
          aria-invalid={error !== undefined}
          aria-describedby={ids.describedBy}
          className={controlClass(error !== undefined, 'appearance-none truncate pr-9')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <DownGlyph className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-3" />
      </span>
    </Field>
  )
}
