import { type UIEvent, useRef } from 'react'

/**
 * Distance in pixels below which scrolling is ignored. Short distances result from a trembling finger or from rows that are measured again.
 */
const MIN_SCROLL_PX = 12

/**
 * Returns a scroll handler for a conversation whose screen is too low for its header: scrolling up shows the header, scrolling down hides
 * it. It hides the header by scrolling the section, which is laid out from the bottom.
 */
export function useCollapsibleHeader() {
  const lastScrollTop = useRef(0)
  return ({ target, currentTarget: section }: UIEvent<HTMLElement>) => {
    if (!(target instanceof HTMLElement) || target === section || target.getAttribute('role') !== 'log') return
    const scrollDelta = target.scrollTop - lastScrollTop.current
    if (Math.abs(scrollDelta) < MIN_SCROLL_PX) return
    lastScrollTop.current = target.scrollTop
    const hidden = section.scrollHeight - section.clientHeight
    if (hidden > 0) section.scrollTo({ top: scrollDelta < 0 ? -hidden : 0 })
  }
}
