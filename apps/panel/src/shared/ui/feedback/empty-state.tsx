import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  /** One button or link below the text. */
  action?: ReactNode
  /** HTML element of the title: `h1` if the empty state is the whole page. */
  heading?: 'h1' | 'h2' | 'p'
  /** Whether to omit the component's padding, because the page has margins. */
  flush?: boolean
  className?: string
}

/** Text with an optional action for an empty list or page, drawn as an outlined speech bubble. */
export function EmptyState({ title, children, action, heading: Heading = 'p', flush = false, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-start gap-4', !flush && 'p-6', className)}>
      <div className="relative max-w-sm rounded-card rounded-bl-speaker border border-control border-dashed px-5 py-4">
        <span aria-hidden="true" className="absolute top-4 -bottom-3 -left-px w-(--margin-rule) rounded-full bg-control" />
        <Heading className="font-semibold text-ink text-message">{title}</Heading>
        {children && <p className="mt-1 text-ink-3 text-ui">{children}</p>}
      </div>
      {action}
    </div>
  )
}
