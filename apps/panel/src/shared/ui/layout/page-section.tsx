import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

interface PageSectionProps {
  title: string
  description?: string
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** Section of a page with a heading. */
export function PageSection({ title, description, aside, className, children }: PageSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('flex min-w-0 flex-col rounded-card border border-line bg-surface', className)}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5">
        <div className="min-w-0 flex-1 basis-40">
          <h2 id={id} className="font-semibold text-message">
            {title}
          </h2>
          {description && <p className="text-ink-3 text-meta">{description}</p>}
        </div>
        {aside}
      </div>
      <div className="flex min-w-0 flex-1 flex-col px-4 pt-3 pb-4 sm:px-5 sm:pb-5">{children}</div>
    </section>
  )
}

/** Text shown in a section that has no data for the selected period. */
export const EmptySectionText = ({ children }: { children: ReactNode }) => <p className="py-6 text-ink-3 text-ui">{children}</p>
