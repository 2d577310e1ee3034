import type { KeyboardEvent } from 'react'

/**
 * Time in milliseconds for which text typed into the placeholder is kept. The actual field appears sooner, so older text belongs to a
 * closed layer.
 */
const TYPED_TEXT_LIFETIME_MS = 1_000

let typedText = { text: '', typedAtMs: 0 }

/** Returns the text that was typed before the actual field was rendered, and clears it. */
export const consumeTypedText = (): string => {
  const { text, typedAtMs } = typedText
  typedText = { text: '', typedAtMs: 0 }
  return performance.now() - typedAtMs < TYPED_TEXT_LIFETIME_MS ? text : ''
}

const focusWithTypedText = (field: HTMLInputElement | null) => {
  if (!field) return
  field.value = consumeTypedText()
  field.focus()
  return () => {
    typedText = { text: field.value, typedAtMs: performance.now() }
  }
}

interface SearchFieldPlaceholderProps {
  label: string
  className?: string
  onEscape: () => void
}

/** Placeholder for a search field whose code is loading. It has the focus and stores the typed text for `consumeTypedText`. */
export function SearchFieldPlaceholder({ label, className = 'sr-only', onEscape }: SearchFieldPlaceholderProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Prevents the typed key from triggering a shortcut of the page.
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.currentTarget.value = ''
    onEscape()
  }
  return <input ref={focusWithTypedText} aria-label={label} className={className} onKeyDown={onKeyDown} />
}
