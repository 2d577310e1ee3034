const NEAR_END_PX = 48

export interface ScrollFollower {
  /** Changes the shown messages with `change`. If the lead was at the end, scrolls to the new end; otherwise keeps the scroll position. */
  updateKeepingEnd(change: () => void): void
  /** Adds or removes content above the visible messages with `change`, without moving the visible messages. */
  updateKeepingPosition(change: () => void): void
  scrollToEnd(): void
  isAtEnd(): boolean
}

/**
 * Creates a controller that scrolls to new messages, unless the lead has scrolled up.
 * @param onMove called with whether the end of the messages is visible
 */
export const createScrollFollower = (scroller: HTMLElement, onMove: (atEnd: boolean) => void): ScrollFollower => {
  let atEnd = true
  let height = scroller.clientHeight
  const isNearEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= NEAR_END_PX
  const scrollToEnd = () => {
    scroller.scrollTop = scroller.scrollHeight
    atEnd = true
    onMove(true)
  }
  scroller.addEventListener(
    'scroll',
    () => {
      // Ignores the event if the view was resized, for example by an on-screen keyboard: the lead did not scroll.
      if (scroller.clientHeight !== height) return
      atEnd = isNearEnd()
      onMove(atEnd)
    },
    { passive: true },
  )
  new ResizeObserver(() => {
    height = scroller.clientHeight
    if (atEnd) scrollToEnd()
  }).observe(scroller)
  return {
    updateKeepingEnd: (change) => {
      const wasAtEnd = atEnd
      change()
      if (wasAtEnd) scrollToEnd()
    },
    updateKeepingPosition: (change) => {
      const distanceFromEnd = scroller.scrollHeight - scroller.scrollTop
      change()
      scroller.scrollTop = scroller.scrollHeight - distanceFromEnd
    },
    scrollToEnd,
    isAtEnd: () => atEnd,
  }
}
