import type { KeyboardEvent } from 'react'

let typed = ''

const holdFocus = (field: HTMLInputElement | null) => {
  if (!field) return
  field.value = typed
  field.focus()
  return () => {
    typed = field.value
  }
}

interface EarlyFieldProps {
  label: string
  className?: string
  onEscape: () => void
}

/** Stands in for a search field whose code is on its way: it takes the focus, and keeps what is typed for `takeTyped`. */
export function EarlyField({ label, className = 'sr-only', onEscape }: EarlyFieldProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // No key of the page is meant.
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.currentTarget.value = ''
    onEscape()
  }
  return <input ref={holdFocus} aria-label={label} className={className} onKeyDown={onKeyDown} />
}

/** What was typed before the field was there, once. */
export const takeTyped = (): string => {
  const text = typed
  typed = ''
  return text
}
