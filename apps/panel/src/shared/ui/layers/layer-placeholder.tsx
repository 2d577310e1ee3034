import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

interface LayerPlaceholderProps {
  /**
   * Element that opened the layer. With an opener, `onDismiss` is called after Escape, or a press or focus elsewhere. Without one, it is
   * called after any key or any press elsewhere.
   */
  opener?: Element
  onDismiss: () => void
  /** Content shown while the layer's code is loading. */
  children?: ReactNode
}

/**
 * Placeholder for a layer whose code is loading. Calls `onDismiss` when the user does something else, so that the layer does not open
 * afterwards.
 */
export function LayerPlaceholder({ opener, onDismiss, children }: LayerPlaceholderProps) {
  const placeholder = useRef<HTMLSpanElement>(null)
  const handleEvent = useEffectEvent((event: Event) => {
    const isInside = [opener, placeholder.current].some((part) => part?.contains(event.target as Node))
    const isKey = event instanceof KeyboardEvent
    if (isKey ? !opener || event.key === 'Escape' : !isInside && (opener || event.type === 'pointerdown')) onDismiss()
  })
  useEffect(() => {
    const abortController = new AbortController()
    // Ignores earlier events, because the press that opened the layer may still be propagating to the window.
    const mountedAt = performance.now()
    for (const name of ['pointerdown', 'focusin', 'keydown']) {
      window.addEventListener(name, (event) => event.timeStamp >= mountedAt && handleEvent(event), {
        signal: abortController.signal,
      })
    }
    return () => abortController.abort()
  }, [])
  // Uses `display: contents`, because an additional box would shift the elements after the opener.
  return (
    <span ref={placeholder} className="contents">
      {children}
    </span>
  )
}
