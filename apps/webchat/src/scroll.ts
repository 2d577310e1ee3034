const NEAR_PX = 48

export interface Follow {
  /** Runs a change of the thread; stays at the end if the reader was there, else leaves the place alone. */
  around(change: () => void): void
  /** Runs a change above what is being read, which stays where it is. */
  above(change: () => void): void
  toEnd(): void
  isAtEnd(): boolean
}

/** Follows the newest message unless the reader has scrolled up to read. */
export const createFollow = (scroller: HTMLElement, onMove: (atEnd: boolean) => void): Follow => {
  let atEnd = true
  let height = scroller.clientHeight
  const measure = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= NEAR_PX
  const toEnd = () => {
    scroller.scrollTop = scroller.scrollHeight
    atEnd = true
    onMove(true)
  }
  scroller.addEventListener(
    'scroll',
    () => {
      // A keyboard or a growing composer moves the view, not the reader.
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
