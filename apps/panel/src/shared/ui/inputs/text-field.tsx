import { type ComponentProps, type ReactNode, useId } from 'react'
import { getControlClass } from './control-class.ts'
import { Field, getFieldIds } from './field.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  description?: ReactNode
  error?: string | undefined
}

export function TextField({ label, description, error, required, className, ...rest }: TextFieldProps) {
  const ids = getFieldIds(useId(), { description, error })
  return (
    <Field id={ids.control} label={label} required={required} description={description} error={error}>
      <input
        {...rest}
        id={ids.control}
        aria-required={required}
        aria-invalid={error !== undefined}
        aria-describedby={ids.describedBy}
        className={getControlClass(error !== undefined, className)}
      />
    </Field>
  )
}
