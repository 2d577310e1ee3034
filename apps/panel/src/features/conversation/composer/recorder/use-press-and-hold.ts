import { type PointerEvent, useRef, useState } from 'react'

/** Maximum duration in milliseconds of a press that counts as a click. */
const MAX_CLICK_MS = 400
const DISCARD_PX = 80
const LOCK_PX = 56

/** State of the pressed button. `leaving`: the pointer has moved so far that releasing discards the recording. */
export type HoldState = 'held' | 'leaving'

interface HoldCallbacks {
  onPress: () => void
  /** Called when the button is released without a slide, if it was pressed longer than a click. */
  onRelease: () => void
  /** Called when the button is released after a slide to the left. */
  onDiscard: () => void
}

interface Press {
  x: number
  y: number
  startedAtMs: number
}

/**
 * Returns handlers for a button that records while it is pressed. Sliding left discards; sliding up locks, so that the recording continues
 * after the release. A click also starts a locked recording.
 */
export function usePressAndHold({ onPress, onRelease, onDiscard }: HoldCallbacks) {
  const [holdState, setHoldState] = useState<HoldState | null>(null)
  const press = useRef<Press | null>(null)
  /** Whether the next click event comes from a pointer press that was already handled. */
  const isPointerPress = useRef(false)
  const lock = () => {
    press.current = null
    setHoldState(null)
  }
  return {
    holdState,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
        if (event.button !== 0) return
        isPointerPress.current = true
        press.current = { x: event.clientX, y: event.clientY, startedAtMs: event.timeStamp }
        event.currentTarget.setPointerCapture(event.pointerId)
        setHoldState('held')
        onPress()
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (!press.current) return
        if (press.current.y - clientY > LOCK_PX) lock()
        else setHoldState(press.current.x - clientX > DISCARD_PX ? 'leaving' : 'held')
      },
      onPointerUp: ({ timeStamp, clientX }: PointerEvent) => {
        const { current: pressStart } = press
        if (!pressStart) return
        lock()
        if (pressStart.x - clientX > DISCARD_PX) onDiscard()
        else if (timeStamp - pressStart.startedAtMs >= MAX_CLICK_MS) onRelease()
      },
      // If the system cancels the touch, the recording continues locked, so that it is neither lost nor sent.
      onPointerCancel: lock,
      onClick: () => {
        if (!isPointerPress.current) onPress()
        isPointerPress.current = false
      },
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  }
}
