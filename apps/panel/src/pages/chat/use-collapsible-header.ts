import { type UIEvent, useRef } from 'react'

/** Shorter scroll distances, in pixels, are ignored: they come from a trembling finger or from rows that were measured again. */
const MIN_SCROLL_PX = 12

/**
 * Returns a scroll handler for a conversation on a screen too short for its header: scrolling up shows the header, and scrolling down hides
 * it. The section is laid out from the bottom, so the header is hidden by scrolling the section.
 */
export function useCollapsibleHeader() {
  const last = useRef(0)
  return ({ target, currentTarget: section }: UIEvent<HTMLElement>) => {
    if (!(target instanceof HTMLElement) || target === section || target.getAttribute('role') !== 'log') return
    const way = target.scrollTop - last.current
    if (Math.abs(way) < MIN_SCROLL_PX) return
    last.current = target.scrollTop
    const hidden = section.scrollHeight - section.clientHeight
    if (hidden > 0) section.scrollTo({ top: way < 0 ? -hidden : 0 })
  }
}
