import { type FocusEvent, useRef } from 'react'

/** Selector of layers that return the focus to their opener when they close. */
const LAYER_SELECTOR = '[role=menu],[role=dialog],[role=alertdialog]'

/** Detects that the focused element of a section was removed from the page and no other element has the focus. */
export function useLostFocus() {
  const lastFocused = useRef<Element | null>(null)
  return {
    isFocusLost: () => document.activeElement === document.body && lastFocused.current?.isConnected === false,
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      // React also bubbles events from dialogs that are children in React but not in the DOM.
      if (currentTarget.contains(target)) lastFocused.current = target
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (target.isConnected && !relatedTarget?.closest(LAYER_SELECTOR)) lastFocused.current = null
    },
  }
}
