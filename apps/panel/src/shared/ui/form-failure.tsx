import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

interface FormFailureProps {
  /** Nothing: it has not failed. */
  children: ReactNode
  className?: string
}

/** Why a form as a whole was not taken. It is there from the start, so that a screen reader tells what comes into it. */
export function FormFailure({ children, className }: FormFailureProps) {
  return (
    <p
      role="alert"
      className={children ? cx('rounded-control bg-roma-ground px-3 py-2 text-roma text-ui', className) : 'sr-only'}
    >
      {children}
    </p>
  )
}
