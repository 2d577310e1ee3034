import { isImeKeyPress } from '@prosa/contract/rules/text/ime-key-press'
import { useEffect, useEffectEvent } from 'react'
import { isShortcutPressed, SHORTCUTS, type Shortcut, type ShortcutId } from './shortcuts.ts'

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Whether the event target is in an open layer, such as a dialog or menu. A layer that is closing does not count. */
const isInLayer = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest(':is([role="menu"], [role="dialog"], [role="alertdialog"], [role="listbox"]):not([data-closed])') !== null

type ShortcutHandlers = Partial<Record<ShortcutId, (context: { inField: boolean; isRepeat: boolean }) => void>>

/**
 * Handles keyboard shortcuts while the component is mounted, except in an open layer. In text fields, only two kinds work: `back`, which
 * also leaves the field, and shortcuts that type no character.
 */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isImeKeyPress(event) || isInLayer(event.target)) return
    const inField = isTextField(event.target)
    for (const [id, handler] of Object.entries(handlers) as [ShortcutId, ShortcutHandlers[ShortcutId]][]) {
      const shortcut: Shortcut = SHORTCUTS[id]
      if (!handler || !isShortcutPressed(shortcut, event)) continue
      if (inField && !shortcut.withMod && id !== 'back') continue
      event.preventDefault()
      if (inField && id === 'back') (event.target as HTMLElement).blur()
      handler({ inField, isRepeat: event.repeat })
      return
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
