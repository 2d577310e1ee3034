import { cx } from '../cx.ts'

/** Returns the CSS classes of an input or select box. */
export const getControlClass = (invalid: boolean, className?: string): string =>
  cx(
    'h-(--control-height) w-full min-w-0 rounded-control border bg-surface px-3 text-ink text-ui placeholder:text-ink-3 disabled:cursor-not-allowed disabled:border-line disabled:bg-bg disabled:text-ink-3 [&[readonly]]:border-line [&[readonly]]:bg-bg [&[readonly]]:text-ink-2 coarse:text-[1rem]',
    invalid ? 'border-roma' : 'border-control',
    className,
  )
