import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

interface NotYetOpenProps {
  /** What opened it and may go on having the focus; without one, whatever is pressed or typed is something else. */
  opener?: Element
  onLeave: () => void
  /** What stands in for it meanwhile. */
  children?: ReactNode
}

/** Stands for a layer whose code has not come: it must not open over what somebody turned to meanwhile. */
export function NotYetOpen({ opener, onLeave, children }: NotYetOpenProps) {
  const here = useRef<HTMLSpanElement>(null)
  const hear = useEffectEvent((event: Event) => {
    const isHere = [opener, here.current].some((part) => part?.contains(event.target as Node))
    const isKey = event instanceof KeyboardEvent
    if (isKey ? !opener || event.key === 'Escape' : !isHere && (opener || event.type === 'pointerdown')) onLeave()
  })
  useEffect(() => {
    const over = new AbortController()
    // The press that asked for it may still be on its way up to the window.
    const since = performance.now()
    for (const name of ['pointerdown', 'focusin', 'keydown']) {
      window.addEventListener(name, (event) => event.timeStamp >= since && hear(event), { signal: over.signal })
    }
    return () => over.abort()
  }, [])
  // No box of its own: beside an opener in a row it would shift what follows.
  return (
    <span ref={here} className="contents">
      {children}
    </span>
  )
}
