const NEAR_END_PX = 48

export interface ScrollFollower {
  /** Runs a change of the thread. Scrolls to the end if the reader was there, otherwise keeps the position. */
  around(change: () => void): void
  /** Runs a change above the visible messages and keeps them in place. */
  above(change: () => void): void
  toEnd(): void
  isAtEnd(): boolean
}

/** Scrolls to new messages unless the reader has scrolled up. */
export const createScrollFollower = (scroller: HTMLElement, onMove: (atEnd: boolean) => void): ScrollFollower => {
  let atEnd = true
  let height = scroller.clientHeight
  const measure = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= NEAR_END_PX
  const toEnd = () => {
    scroller.scrollTop = scroller.scrollHeight
    atEnd = true
    onMove(true)
  }
  scroller.addEventListener(
    'scroll',
    () => {
      // The view was resized, by an on-screen keyboard or a growing composer, not scrolled by the reader.
      if (scroller.clientHeight !== height) return
      atEnd = measure()
      onMove(atEnd)
    },
    { passive: true },
  )
  new ResizeObserver(() => {
    height = scroller.clientHeight
    if (atEnd) toEnd()
  }).observe(scroller)
  return {
    around: (change) => {
      const stay = atEnd
      change()
      if (stay) toEnd()
    },
    above: (change) => {
      const fromEnd = scroller.scrollHeight - scroller.scrollTop
      change()
      scroller.scrollTop = scroller.scrollHeight - fromEnd
    },
    toEnd,
    isAtEnd: () => atEnd,
  }
}
