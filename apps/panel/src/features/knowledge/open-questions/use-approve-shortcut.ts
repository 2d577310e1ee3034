import { useEffect, useEffectEvent } from 'react'

export const APPROVE_SHORTCUT = 'a'

/** Selector of elements in which the shortcut is ignored: text fields, and layers above the page. */
const EXCLUDED_SELECTOR =
  'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"], [role="listbox"]'

/**
 * Handles the shortcut `a` for 'Aprovar', except in text fields. Calls `approve` with the id of the focused question. If no question is
 * focused, calls it with null, which means the question that shows the shortcut.
 */
export function useApproveShortcut(approve: (focusedQuestionId: string | null) => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== APPROVE_SHORTCUT || event.defaultPrevented || event.repeat || event.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof HTMLElement ? event.target : null
    if (target?.closest(EXCLUDED_SELECTOR)) return
    event.preventDefault()
    approve(target?.closest<HTMLElement>('[data-question]')?.dataset['question'] ?? null)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
