import { SCROLL_BOTTOM_TOLERANCE_PX } from '@prosa/contract/constants'
import { type RefObject, useEffect, useRef, useState } from 'react'

const REPIN_FRAMES = 3
/** A scroll this soon after a wheel, a key or a finger is the reader's. */
const READER_MS = 300
const HANDS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

const isDown = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight <= SCROLL_BOTTOM_TOLERANCE_PX

/**
 * Whether the reader is at the newest message. A composer that grows makes the box shorter, and rows that turn out taller than
 * guessed make what is in it longer, without the reader having scrolled: such scroll events do not count, and the bottom is held
 * through the next frames.
 */
export function useAtBottom(box: RefObject<HTMLElement | null>, toEnd: () => void, onScroll: (isAtBottom: boolean) => void) {
  const [isAtBottom, setAtBottom] = useState(true)
  const at = useRef(true)
  const hooks = useRef({ toEnd, onScroll })
  useEffect(() => {
    hooks.current = { toEnd, onScroll }
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    let height = element.clientHeight
    let total = element.scrollHeight
    let frame = 0
    let handAt = Number.NEGATIVE_INFINITY
    const hand = () => {
      handAt = performance.now()
      cancelAnimationFrame(frame)
      frame = 0
    }
    const look = () => {
      at.current = isDown(element)
      setAtBottom(at.current)
      hooks.current.onScroll(at.current)
    }
    const hold = (left: number) => {
      cancelAnimationFrame(frame)
      hooks.current.toEnd()
      frame = left > 0 ? requestAnimationFrame(() => hold(left - 1)) : 0
      if (left === 0 && !isDown(element)) look()
    }
    const onMove = () => {
      if (element.clientHeight !== height) return
      const isReader = performance.now() - handAt < READER_MS
      const hasGrown = element.scrollHeight !== total
      total = element.scrollHeight
      if (at.current && !isReader && !isDown(element) && (hasGrown || frame !== 0)) hold(REPIN_FRAMES)
      else look()
    }
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === height) return
      height = element.clientHeight
      if (at.current) hold(REPIN_FRAMES)
    })
    for (const name of HANDS) element.addEventListener(name, hand, { passive: true })
    element.addEventListener('scroll', onMove, { passive: true })
    observer.observe(element)
    return () => {
      for (const name of HANDS) element.removeEventListener(name, hand)
      element.removeEventListener('scroll', onMove)
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [box])

  return { isAtBottom, at }
}
