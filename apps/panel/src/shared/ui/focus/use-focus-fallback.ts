import { useEffect, useRef } from 'react'
import { useLostFocus } from './use-lost-focus.ts'

/**
 * Moves the focus to a section's heading if the focused row disappears. Otherwise the browser would move the focus to the top of the page.
 */
export function useFocusFallback() {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const { isFocusLost, ...containerProps } = useLostFocus()
  useEffect(() => {
    if (isFocusLost()) headingRef.current?.focus({ preventScroll: true })
  })
  return { containerProps, headingProps: { ref: headingRef, tabIndex: -1 } }
}
