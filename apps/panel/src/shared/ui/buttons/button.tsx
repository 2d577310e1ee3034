import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { useFocusWhileDisabled } from '../focus/use-focus-while-disabled.ts'

export type ButtonVariant = 'primary' | 'outline' | 'value' | 'ghost' | 'danger'

const BASE_CLASS =
  'inline-flex min-h-(--control-height) max-w-full shrink-0 select-none items-center justify-center gap-2 rounded-control px-3 text-ui transition-colors duration-(--time-in) off:cursor-not-allowed'

const OUTLINE_CLASS =
  'border border-control bg-surface text-ink hover:bg-hover active:bg-press off:border-line off:bg-surface off:text-ink-3'

const VARIANT_CLASSES: Record<ButtonVariant, string> = {
  primary:
    'font-semibold bg-primary text-on-primary hover:bg-[color-mix(in_oklch,var(--primary)_88%,var(--ink))] active:bg-[color-mix(in_oklch,var(--primary)_78%,var(--ink))] off:bg-line off:text-ink-3',
  outline: cx('font-semibold', OUTLINE_CLASS),
  /** Variant for a button that shows the selected value and opens the other options. */
  value: OUTLINE_CLASS,
  ghost: 'font-semibold text-ink-2 hover:bg-hover hover:text-ink active:bg-press off:bg-transparent off:text-ink-3',
  danger:
    'font-semibold border border-roma bg-roma-ground text-roma hover:bg-press off:border-line off:bg-surface off:text-ink-3',
}

/** Returns the CSS classes of a button, for elements that only look like one, such as a link. */
export const getButtonClass = (variant: ButtonVariant = 'outline', className?: string): string =>
  cx(BASE_CLASS, VARIANT_CLASSES[variant], className)

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Whether a spinner is shown before the text. Clicks have no effect meanwhile. */
  busy?: boolean
}

export function Button({ variant = 'outline', busy = false, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      {...useFocusWhileDisabled(rest, busy)}
      type={type}
      aria-busy={busy || undefined}
      className={getButtonClass(variant, className)}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  )
}
