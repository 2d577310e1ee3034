import { type FocusEvent, useRef } from 'react'

/** Selector of layers that return the focus to their opener when they close. */
const LAYER_SELECTOR = '[role=menu],[role=dialog],[role=alertdialog]'

/** Detects that the focused element of a section was removed from the page and no other element has the focus. */
export function useLostFocus() {
  const last = useRef<Element | null>(null)
  return {
    isLost: () => document.activeElement === document.body && last.current?.isConnected === false,
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      // React also bubbles events from dialogs that are children in React but not in the DOM.
      if (currentTarget.contains(target)) last.current = target
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (target.isConnected && !relatedTarget?.closest(LAYER_SELECTOR)) last.current = null
    },
  }
}
