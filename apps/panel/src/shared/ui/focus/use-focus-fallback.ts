import { useEffect, useRef } from 'react'
import { useLostFocus } from './use-lost-focus.ts'

/**
 * Moves the focus to a section's heading if the focused row disappears. Otherwise the browser would move the focus to the top of the page.
 */
export function useFocusFallback() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { isLost, ...part } = useLostFocus()
  useEffect(() => {
    if (isLost()) heading.current?.focus({ preventScroll: true })
  })
  return { part, heading: { ref: heading, tabIndex: -1 } }
}
