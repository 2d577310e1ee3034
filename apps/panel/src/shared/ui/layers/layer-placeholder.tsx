import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

interface LayerPlaceholderProps {
  /**
   * Element that opened the layer and may keep the focus: only Escape, and a press or focus elsewhere, call `onLeave`. Without it, any key
   * and any press elsewhere do.
   */
  opener?: Element
  onLeave: () => void
  /** Placeholder content. */
  children?: ReactNode
}

/**
 * Placeholder for a layer whose code is loading. Calls `onLeave` when the user turns to something else, so that the layer does not open
 * over it.
 */
export function LayerPlaceholder({ opener, onLeave, children }: LayerPlaceholderProps) {
  const here = useRef<HTMLSpanElement>(null)
  const hear = useEffectEvent((event: Event) => {
    const isHere = [opener, here.current].some((part) => part?.contains(event.target as Node))
    const isKey = event instanceof KeyboardEvent
    if (isKey ? !opener || event.key === 'Escape' : !isHere && (opener || event.type === 'pointerdown')) onLeave()
  })
  useEffect(() => {
    const over = new AbortController()
    // Ignores older events: the press that opened the layer may still be propagating to the window.
    const since = performance.now()
    for (const name of ['pointerdown', 'focusin', 'keydown']) {
      window.addEventListener(name, (event) => event.timeStamp >= since && hear(event), { signal: over.signal })
    }
    return () => over.abort()
  }, [])
  // Uses `contents`, because a box beside an opener in a row would shift what follows.
  return (
    <span ref={here} className="contents">
      {children}
    </span>
  )
}
