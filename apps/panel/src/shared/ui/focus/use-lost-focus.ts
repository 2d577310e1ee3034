import { type FocusEvent, useRef } from 'react'

/** Layers that return the focus to their opener. */
const LAYER_SELECTOR = '[role=menu],[role=dialog],[role=alertdialog]'

/** Detects whether the focused element of a section was removed and nothing else has the focus. */
export function useLostFocus() {
  const last = useRef<Element | null>(null)
  return {
    isLost: () => document.activeElement === document.body && last.current?.isConnected === false,
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      // React also bubbles events of dialogs that are outside this element in the DOM.
      if (currentTarget.contains(target)) last.current = target
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (target.isConnected && !relatedTarget?.closest(LAYER_SELECTOR)) last.current = null
    },
  }
}
