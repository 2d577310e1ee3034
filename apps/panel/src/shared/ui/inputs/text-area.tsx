import { type ComponentProps, type ReactNode, useId } from 'react'
import { getControlClass } from './control-class.ts'
import { Field, getFieldIds } from './field.tsx'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  description?: ReactNode
  error?: string | undefined
}

/** Multi-line text field, resizable by the user. */
export function TextArea({ label, description, error, required, rows = 4, ...rest }: TextAreaProps) {
  const ids = getFieldIds(useId(), { description, error })
  return (
    <Field id={ids.control} label={label} required={required} description={description} error={error}>
      <textarea
        {...rest}
        id={ids.control}
        rows={rows}
        aria-required={required}
        aria-invalid={error !== undefined}
        aria-describedby={ids.describedBy}
        className={getControlClass(error !== undefined, 'h-auto resize-y py-2')}
      />
    </Field>
  )
}
