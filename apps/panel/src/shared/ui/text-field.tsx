import { type ComponentProps, type ReactNode, useId } from 'react'
import { controlClass } from './control-class.ts'
import { Field, fieldIds } from './field.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  description?: ReactNode
  error?: string | undefined
}

export function TextField({ label, description, error, required, className, ...rest }: TextFieldProps) {
  const ids = fieldIds(useId(), { description, error })
  return (
    <Field id={ids.control} label={label} required={required} description={description} error={error}>
      <input
        {...rest}
        id={ids.control}
        aria-required={required}
        aria-invalid={error !== undefined}
        aria-describedby={ids.describedBy}
        className={controlClass(error !== undefined, className)}
      />
    </Field>
  )
}
