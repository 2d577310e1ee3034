import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * For a part of a page whose rows may go while one of their buttons has the focus: it goes to the part's heading then, and not to the
 * top of the page.
 */
export function useFocusStays() {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    if (document.activeElement !== document.body || !last.current || last.current.isConnected) return
    last.current = null
    heading.current?.focus()
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target
    },
    heading: { ref: heading, tabIndex: -1 },
  }
}
