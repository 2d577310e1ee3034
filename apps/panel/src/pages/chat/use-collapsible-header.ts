import { type UIEvent, useRef } from 'react'

/**
 * Distance in pixels below which scrolling is ignored. Short distances result from a trembling finger or from rows that are measured again.
 */
const MIN_SCROLL_PX = 12

/**
 * Returns a scroll handler for a conversation whose screen is too low for its header. Scrolling up shows the header, and scrolling down
 * hides it. The section is laid out from the bottom, so the header is hidden by scrolling the section.
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
