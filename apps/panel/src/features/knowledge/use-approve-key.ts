import { useEffect, useEffectEvent } from 'react'

export const APPROVE_KEY = 'a'

/** Where a letter is written, or something else is open above the page. */
const ELSEWHERE =
  'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"], [role="listbox"]'

/** `a` presses 'Aprovar': of the question that the keyboard is in, else of the one that shows the key. Never while somebody writes. */
export function useApproveKey(approve: (inside: string | null) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== APPROVE_KEY || event.defaultPrevented || event.repeat || event.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target instanceof HTMLElement ? event.target : null
    if (target?.closest(ELSEWHERE)) return
    event.preventDefault()
    approve(target?.closest<HTMLElement>('[data-question]')?.dataset['question'] ?? null)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
