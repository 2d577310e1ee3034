import { useEffect, useEffectEvent } from 'react'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

const isInLayer = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('[role="menu"], [role="dialog"], [role="alertdialog"], [role="listbox"]') !== null

/** Keys of the chat page. They never fire while a person types in a field, nor over an open layer. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isInLayer(event.target)) return
    // Escape leaves a field; every other key belongs to what is being typed.
    if (isTyping(event.target)) {
      if (event.key === 'Escape') (event.target as HTMLElement).blur()
      return
    }
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
