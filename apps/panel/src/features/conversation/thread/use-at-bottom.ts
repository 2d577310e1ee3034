import { SCROLL_BOTTOM_TOLERANCE_PX } from '@prosa/contract/constants'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

const REPIN_FRAMES = 3
/** A scroll event within this many milliseconds after a wheel, key, touch or pointer event counts as the reader's own. */
const READER_MS = 300
const HANDS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

const isDown = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight <= SCROLL_BOTTOM_TOLERANCE_PX

/**
 * Returns whether the thread is scrolled to the newest message. Only the reader's own scrolling changes that: if the composer, pictures,
 * fonts or measured rows change the heights, the hook scrolls to the end again.
 */
export function useAtBottom(box: RefObject<HTMLElement | null>, onScroll: (isAtBottom: boolean) => void) {
  const [isAtBottom, setAtBottom] = useState(true)
  const at = useRef(true)
  const scrolled = useEffectEvent(onScroll)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let { clientHeight, scrollHeight } = element
    let frame = 0
    let handAt = Number.NEGATIVE_INFINITY
    const isReader = () => performance.now() - handAt < READER_MS
    const hand = () => {
      handAt = performance.now()
      cancelAnimationFrame(frame)
      frame = 0
    }
    const look = () => {
      at.current = isDown(element)
      setAtBottom(at.current)
      scrolled(at.current)
    }
    const hold = (left: number) => {
      cancelAnimationFrame(frame)
      element.scrollTop = element.scrollHeight
      frame = left > 0 ? requestAnimationFrame(() => hold(left - 1)) : 0
    }
    /** Stores the current heights. Returns whether they differ from the stored ones. */
    const isResized = () => {
      const isSame = element.clientHeight === clientHeight && element.scrollHeight === scrollHeight
      clientHeight = element.clientHeight
      scrollHeight = element.scrollHeight
      return !isSame
    }
    const onMove = () => {
      const isMoved = isResized() || frame !== 0
      if (at.current && isMoved && !isReader() && !isDown(element)) hold(REPIN_FRAMES)
      else look()
    }
    const observer = new ResizeObserver(() => {
      if (isResized() && at.current && !isReader()) hold(REPIN_FRAMES)
    })
    for (const name of HANDS) element.addEventListener(name, hand, { passive: true })
    element.addEventListener('scroll', onMove, { passive: true })
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => {
      for (const name of HANDS) element.removeEventListener(name, hand)
      element.removeEventListener('scroll', onMove)
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [box])

  return { isAtBottom, at }
}
