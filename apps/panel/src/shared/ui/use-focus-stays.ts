import { useEffect, useRef } from 'react'
import { useLostFocus } from './use-lost-focus.ts'

/**
 * For a part of a page whose rows may go while one of their buttons has the focus: it goes to the part's heading then, and not to the
 * top of the page.
 */
export function useFocusStays() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { isLost, ...part } = useLostFocus()
  useEffect(() => {
    if (isLost()) heading.current?.focus({ preventScroll: true })
  })
  return { part, heading: { ref: heading, tabIndex: -1 } }
}
