import { SCROLL_BOTTOM_TOLERANCE_PX } from '@prosa/contract/constants'
import { type RefObject, useEffect, useRef, useState } from 'react'

const REPIN_FRAMES = 3

const isDown = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight <= SCROLL_BOTTOM_TOLERANCE_PX

/**
 * Whether the reader is at the newest message. A composer that grows makes the box shorter without the reader having
 * scrolled: such scroll events do not count, and the bottom is held through the next frames.
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
    let frame = 0
    const look = () => {
      if (element.clientHeight !== height) return
      at.current = isDown(element)
      setAtBottom(at.current)
      hooks.current.onScroll(at.current)
    }
    const hold = (left: number) => {
      hooks.current.toEnd()
      if (left > 0) frame = requestAnimationFrame(() => hold(left - 1))
    }
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === height) return
      height = element.clientHeight
      cancelAnimationFrame(frame)
      if (at.current) hold(REPIN_FRAMES)
    })
    element.addEventListener('scroll', look, { passive: true })
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [box])

  return { isAtBottom, at }
}
