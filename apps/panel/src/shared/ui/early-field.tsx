import type { KeyboardEvent } from 'react'

/** Time in milliseconds for which typed text is kept. The actual field replaces this one at once; older text belongs to a closed layer. */
const HANDED_ON_MS = 1_000

let left = { text: '', at: 0 }

/** Returns, once, the text that was typed before the actual field was rendered. */
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

/** Placeholder for a search field whose code is still loading. It has the focus and stores the typed text for `takeTyped`. */
export function EarlyField({ label, className = 'sr-only', onEscape }: EarlyFieldProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Keeps the key from triggering the page's shortcuts.
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.currentTarget.value = ''
    onEscape()
  }
  return <input ref={holdFocus} aria-label={label} className={className} onKeyDown={onKeyDown} />
}
