import { initialsOf } from '@prosa/contract/rules/name'
import { cx } from '../lib/cx.ts'

/** Initials of a name: decoration, the name itself stands beside it or names the button around it. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-control bg-avatar font-bold text-ink-2 text-meta tracking-wide',
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
