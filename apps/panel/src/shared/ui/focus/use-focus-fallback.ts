import { useEffect, useRef } from 'react'
import { useLostFocus } from './use-lost-focus.ts'

/**
 * For a section whose rows may disappear while one of their buttons is focused: moves the focus to the section's heading instead of the top
 * of the page.
 */
export function useFocusFallback() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { isLost, ...part } = useLostFocus()
  useEffect(() => {
    if (isLost()) heading.current?.focus({ preventScroll: true })
  })
  return { part, heading: { ref: heading, tabIndex: -1 } }
}
