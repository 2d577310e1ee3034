import type { ReactNode } from 'react'
import { AlertGlyph } from './glyphs.tsx'

/** Returns the ids that connect an input to its description and error. `describedBy` contains only the ids of visible texts. */
export const getFieldIds = (id: string, parts: { description?: unknown; error?: unknown; extra?: unknown }) => {
  const ids = [parts.error && `${id}-error`, parts.description && `${id}-description`, parts.extra && `${id}-extra`].filter(
    Boolean,
  )
  return { control: id, describedBy: ids.length > 0 ? ids.join(' ') : undefined }
}

interface FieldProps {
  id: string
  label: string
  required?: boolean | undefined
  description?: ReactNode
  error?: string | undefined
  /** Content to the right of the label, such as a counter. */
  aside?: ReactNode
  children: ReactNode
}

/** Form field with a label above the input, and the error or the description below it. */
export function Field({ id, label, required, description, error, aside, children }: FieldProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold text-ink text-ui">
          {label}
          {required && (
            <span aria-hidden="true" className="text-roma">
              {' *'}
            </span>
          )}
        </label>
        {aside}
      </div>
      {children}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-meta text-roma">
          <AlertGlyph className="mt-px size-3.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
      {description && (
        <p id={`${id}-description`} className="text-ink-3 text-meta">
          {description}
        </p>
      )}
    </div>
  )
}
