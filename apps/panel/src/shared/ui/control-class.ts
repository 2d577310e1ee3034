import { cx } from '../lib/cx.ts'

/** How a box that is typed or chosen in looks; apart from its label, which a list's search has none of. */
export const controlClass = (invalid: boolean, className?: string): string =>
  cx(
    'h-(--control-height) w-full min-w-0 rounded-control border bg-surface px-3 text-ink text-ui placeholder:text-ink-3 disabled:cursor-not-allowed disabled:border-line disabled:bg-bg disabled:text-ink-3 [&[readonly]]:border-line [&[readonly]]:bg-bg [&[readonly]]:text-ink-2 coarse:text-[1rem]',
    invalid ? 'border-roma' : 'border-control',
    className,
  )
