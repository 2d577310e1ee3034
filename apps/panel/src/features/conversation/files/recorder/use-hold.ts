import { type PointerEvent, useRef, useState } from 'react'

/** What is shorter is a click. */
const CLICK_MS = 400
const DISCARD_PX = 80
const LOCK_PX = 56

/** `leaving`: let go now, it is discarded. */
export type Held = 'held' | 'leaving'

interface HoldActs {
  /** It was pressed. */
  onPress: () => void
  /** Let go in place after it was held. */
  onRelease: () => void
  /** Let go after it was slid to the left. */
  onDiscard: () => void
}

interface Press {
  x: number
  y: number
  at: number
}

/** A button that is held and let go, slid to the left to discard, or up to lock; a click only presses it. */
export function useHold({ onPress, onRelease, onDiscard }: HoldActs) {
  const [held, setHeld] = useState<Held | null>(null)
  const press = useRef<Press | null>(null)
  /** The click that follows a pointer's press has been seen to. */
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
        else if (timeStamp - begun.at >= CLICK_MS) onRelease()
      },
      // The system took the finger away: nothing is lost, and nothing sent.
      onPointerCancel: lock,
      onClick: () => {
        if (!wasPointer.current) onPress()
        wasPointer.current = false
      },
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  }
}
