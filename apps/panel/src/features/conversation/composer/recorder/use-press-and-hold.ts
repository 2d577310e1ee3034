import { type PointerEvent, useRef, useState } from 'react'

/** Maximum duration of a click in milliseconds. */
const MAX_CLICK_MS = 400
const DISCARD_PX = 80
const LOCK_PX = 56

/** `leaving`: releasing now discards the recording. */
export type HoldState = 'held' | 'leaving'

interface HoldCallbacks {
  /** Called on the press. */
  onPress: () => void
  /** Called when the button is released in place after it was held. */
  onRelease: () => void
  /** Called when it is released after a slide to the left. */
  onDiscard: () => void
}

interface Press {
  x: number
  y: number
  at: number
}

/** Handlers of a button that is held and released, slid to the left to discard, or slid up to lock. A click counts as a press only. */
export function usePressAndHold({ onPress, onRelease, onDiscard }: HoldCallbacks) {
  const [held, setHeld] = useState<HoldState | null>(null)
  const press = useRef<Press | null>(null)
  /** Whether the next click belongs to a pointer press that was already handled. */
  const wasPointer = useRef(false)
  const lock = () => {
    press.current = null
    setHeld(null)
  }
  return {
    held,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
        if (event.button !== 0) return
        wasPointer.current = true
        press.current = { x: event.clientX, y: event.clientY, at: event.timeStamp }
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld('held')
        onPress()
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (!press.current) return
        if (press.current.y - clientY > LOCK_PX) lock()
        else setHeld(press.current.x - clientX > DISCARD_PX ? 'leaving' : 'held')
      },
      onPointerUp: ({ timeStamp, clientX }: PointerEvent) => {
        const { current: begun } = press
        if (!begun) return
        lock()
        if (begun.x - clientX > DISCARD_PX) onDiscard()
        else if (timeStamp - begun.at >= MAX_CLICK_MS) onRelease()
      },
      // The system cancelled the touch: the recording continues locked, so that nothing is lost or sent.
      onPointerCancel: lock,
      onClick: () => {
        if (!wasPointer.current) onPress()
        wasPointer.current = false
      },
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  }
}
