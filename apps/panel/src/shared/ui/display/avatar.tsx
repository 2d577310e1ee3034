import { getInitials } from '@prosa/contract/rules/accounts/person-name'
import { cx } from '../cx.ts'

/** Shows the initials of a name. Hidden from screen readers, because the name itself is beside it or labels the surrounding button. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-control bg-avatar font-bold text-ink-2 text-meta tracking-wide',
        className,
      )}
    >
      {getInitials(name)}
    </span>
  )
}
