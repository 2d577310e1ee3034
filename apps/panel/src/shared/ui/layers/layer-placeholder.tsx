import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

interface LayerPlaceholderProps {
  /**
   * Element that opened the layer. With it, only Escape and a press or focus elsewhere call `onLeave`; without it, any key or any press
   * elsewhere does.
   */
  opener?: Element
  onLeave: () => void
  /** Content shown while the layer's code is loading. */
  children?: ReactNode
}

/**
 * Placeholder for a layer whose code is loading. Calls `onLeave` when the user does something else, so that the layer does not open over
 * it.
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
    // Ignores earlier events, because the press that opened the layer may still be propagating to the window.
    const since = performance.now()
    for (const name of ['pointerdown', 'focusin', 'keydown']) {
      window.addEventListener(name, (event) => event.timeStamp >= since && hear(event), { signal: over.signal })
    }
    return () => over.abort()
  }, [])
  // Uses `display: contents`, because an additional box would shift the elements after the opener.
  return (
    <span ref={here} className="contents">
      {children}
    </span>
  )
}
