import type { ComponentProps } from 'react'
import { cx } from '../lib/cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'outline' | 'ghost' | 'danger'

const BASE =
  'inline-flex min-h-(--control-height) max-w-full shrink-0 select-none items-center justify-center gap-2 rounded-control px-3 font-semibold text-ui transition-colors duration-(--time-in) disabled:cursor-not-allowed'

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'bg-primary text-on-primary hover:bg-[color-mix(in_oklch,var(--primary)_88%,var(--ink))] active:bg-[color-mix(in_oklch,var(--primary)_78%,var(--ink))] disabled:bg-line disabled:text-ink-3',
  outline: 'border border-control bg-surface text-ink hover:bg-hover active:bg-press disabled:border-line disabled:text-ink-3',
  ghost: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-press disabled:text-ink-3',
  danger: 'border border-roma bg-roma-ground text-roma hover:bg-press disabled:border-line disabled:text-ink-3',
}

/** For what only looks like a button: a link. */
export const buttonClass = (variant: ButtonVariant = 'outline', className?: string): string =>
  cx(BASE, VARIANTS[variant], className)

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Shows a spinner before the text, which the caller words. */
  busy?: boolean
}

export function Button({ variant = 'outline', busy = false, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} aria-busy={busy || undefined} className={buttonClass(variant, className)}>
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  )
}
