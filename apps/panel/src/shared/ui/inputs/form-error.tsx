import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface FormErrorProps {
  /** Error message, or nothing if the form has no error. */
  children: ReactNode
  className?: string
}

/** Shows an error about a form as a whole. The element is always rendered, so that screen readers announce changes of its text. */
export function FormError({ children, className }: FormErrorProps) {
  return (
    <p
      role="alert"
      className={children ? cx('rounded-control bg-roma-ground px-3 py-2 text-roma text-ui', className) : 'sr-only'}
    >
      {children}
    </p>
  )
}
