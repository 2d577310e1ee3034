import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface FormErrorProps {
  /** Message, or nothing if the form has not failed. */
  children: ReactNode
  className?: string
}

/** Error message of a form as a whole. It is always rendered, so that screen readers announce its changes. */
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
