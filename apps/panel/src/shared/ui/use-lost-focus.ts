import { type FocusEvent, useRef } from 'react'

/** Layers that give the focus back to where they were opened. */
const LAYERS = '[role=menu],[role=dialog],[role=alertdialog]'

/** Tells of a part of the page whether what had the focus in it has gone from the page, and nothing has it since. */
export function useLostFocus() {
  const last = useRef<Element | null>(null)
  return {
    isLost: () => document.activeElement === document.body && last.current?.isConnected === false,
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      // A dialog is inside of it for React only.
      if (currentTarget.contains(target)) last.current = target
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (target.isConnected && !relatedTarget?.closest(LAYERS)) last.current = null
    },
  }
}
