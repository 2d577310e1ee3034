import { type PointerEvent, useRef, useState } from 'react'

/** Maximum duration in milliseconds of a press that counts as a click. */
const MAX_CLICK_MS = 400
const DISCARD_PX = 80
const LOCK_PX = 56

/** State of the pressed button. `leaving`: the pointer has moved so far that releasing discards the recording. */
export type HoldState = 'held' | 'leaving'

interface HoldCallbacks {
  /** Called when the button is pressed. */
  onPress: () => void
  /** Called when the button is released without a slide, if it was pressed longer than a click. */
  onRelease: () => void
  /** Called when the button is released after a slide to the left. */
  onDiscard: () => void
}

interface Press {
  x: number
  y: number
  at: number
}

/**
 * Returns handlers for a button that records while it is pressed. Sliding left discards; sliding up locks, so that the recording continues
 * after the release. A click also starts a locked recording.
 */
export function usePressAndHold({ onPress, onRelease, onDiscard }: HoldCallbacks) {
  const [held, setHeld] = useState<HoldState | null>(null)
  const press = useRef<Press | null>(null)
  /** Whether the next click event comes from a pointer press that was already handled. */
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
      // If the system cancels the touch, the recording continues locked, so that it is neither lost nor sent.
      onPointerCancel: lock,
      onClick: () => {
        if (!wasPointer.current) onPress()
        wasPointer.current = false
      },
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  }
}
