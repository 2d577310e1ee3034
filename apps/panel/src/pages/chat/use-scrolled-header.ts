import { type UIEvent, useRef } from 'react'

/** A shorter way is no reading: a finger trembles, and rows are measured anew. */
const LEAST_PX = 12

/**
 * Handles scrolling in a conversation on a screen too short for its header: the section, laid out from below, scrolls the header away.
 * Reading upwards shows the header again, and reading downwards hides it.
 */
export function useScrolledHeader() {
  const last = useRef(0)
  return ({ target, currentTarget: section }: UIEvent<HTMLElement>) => {
    if (!(target instanceof HTMLElement) || target === section || target.getAttribute('role') !== 'log') return
    const way = target.scrollTop - last.current
    if (Math.abs(way) < LEAST_PX) return
    last.current = target.scrollTop
    const hidden = section.scrollHeight - section.clientHeight
    if (hidden > 0) section.scrollTo({ top: way < 0 ? -hidden : 0 })
  }
}
