import { useEffect, useEffectEvent } from 'react'

interface NotYetOpenProps {
  opener: Element
  onLeave: () => void
}

/** Stands for a layer whose code has not come: it must not open over what somebody turned to meanwhile. */
export function NotYetOpen({ opener, onLeave }: NotYetOpenProps) {
  const leave = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && opener.contains(target))) onLeave()
  })
  useEffect(() => {
    const over = new AbortController()
    for (const name of ['pointerdown', 'focusin']) window.addEventListener(name, (event) => leave(event), { signal: over.signal })
    return () => over.abort()
  }, [])
  return null
}
