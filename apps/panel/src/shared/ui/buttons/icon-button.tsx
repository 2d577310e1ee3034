import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { useFocusWhileDisabled } from '../focus/use-focus-while-disabled.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  label: string
}

export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      {...useFocusWhileDisabled(rest)}
      type={type}
      aria-label={label}
      className={cx(
        'inline-flex size-(--control-height) shrink-0 items-center justify-center rounded-control text-ink-2 transition-colors duration-(--time-in) hover:bg-hover hover:text-ink active:bg-press off:cursor-not-allowed off:bg-transparent off:text-ink-3 aria-expanded:bg-hover aria-expanded:text-ink [&_svg]:size-[1.125rem]',
        className,
      )}
    />
  )
}
