import type { KeyboardEvent } from 'react'

/** The field proper comes in the same instant; what was left longer ago belonged to a layer that was closed. */
const HANDED_ON_MS = 1_000

let left = { text: '', at: 0 }

/** What was typed before the field was there, once. */
export const takeTyped = (): string => {
  const { text, at } = left
  left = { text: '', at: 0 }
  return performance.now() - at < HANDED_ON_MS ? text : ''
}

const holdFocus = (field: HTMLInputElement | null) => {
  if (!field) return
  field.value = takeTyped()
  field.focus()
  return () => {
    left = { text: field.value, at: performance.now() }
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
