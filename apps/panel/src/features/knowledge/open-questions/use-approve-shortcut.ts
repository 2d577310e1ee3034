import { useEffect, useEffectEvent } from 'react'

export const APPROVE_SHORTCUT = 'a'

/** Elements in which the key types a letter, or which are open above the page. */
const EXCLUDED_SELECTOR =
  'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"], [role="listbox"]'

/**
 * Shortcut `a` for 'Aprovar': applies to the question with the focus, otherwise to the one that shows the key. Ignored while text is being
 * typed.
 */
export function useApproveShortcut(approve: (inside: string | null) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== APPROVE_SHORTCUT || event.defaultPrevented || event.repeat || event.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof HTMLElement ? event.target : null
    if (target?.closest(EXCLUDED_SELECTOR)) return
    event.preventDefault()
    approve(target?.closest<HTMLElement>('[data-question]')?.dataset['question'] ?? null)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
