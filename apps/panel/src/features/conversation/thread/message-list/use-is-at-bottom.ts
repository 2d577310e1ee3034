import { SCROLL_BOTTOM_TOLERANCE_PX } from '@prosa/contract/constants'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

const REPIN_FRAMES = 3
/** Time in milliseconds after a wheel, key, touch or pointer event within which a scroll event counts as scrolling by the user. */
const READER_SCROLL_MS = 300
/** Time in milliseconds after a change of heights during which virtualised rows may still move the scroll position. */
const RESIZE_SETTLE_MS = 500
const READER_INPUT_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

const isScrolledToBottom = (scroller: HTMLElement) =>
  scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= SCROLL_BOTTOM_TOLERANCE_PX

/**
 * Returns whether the list is scrolled to the newest message. Only the user's scrolling and `pauseFollowing` change that; after other
 * changes of heights, the hook scrolls to the end again. Code that scrolls elsewhere must call `pauseFollowing` first.
 */
export function useIsAtBottom(scroller: RefObject<HTMLElement | null>, onScroll: (isAtBottom: boolean) => void) {
  const [isAtBottom, setAtBottom] = useState(true)
  const isAtBottomRef = useRef(true)
  const readerInputAt = useRef(Number.NEGATIVE_INFINITY)
  const frame = useRef(0)
  const notifyScroll = useEffectEvent(onScroll)
  const pauseFollowing = useCallback(() => {
    readerInputAt.current = performance.now()
    cancelAnimationFrame(frame.current)
    frame.current = 0
  }, [])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let { clientHeight, scrollHeight } = element
    let resizedAt = performance.now()
    const isReaderScrolling = () => performance.now() - readerInputAt.current < READER_SCROLL_MS
    const update = () => {
      isAtBottomRef.current = isScrolledToBottom(element)
      setAtBottom(isAtBottomRef.current)
      notifyScroll(isAtBottomRef.current)
    }
    const scrollToEnd = (framesLeft: number) => {
      cancelAnimationFrame(frame.current)
      element.scrollTop = element.scrollHeight
      frame.current = framesLeft > 0 ? requestAnimationFrame(() => scrollToEnd(framesLeft - 1)) : 0
    }
    const recordHeights = () => {
      if (element.clientHeight === clientHeight && element.scrollHeight === scrollHeight) return
      clientHeight = element.clientHeight
      scrollHeight = element.scrollHeight
      resizedAt = performance.now()
    }
    const isSettling = () => frame.current !== 0 || performance.now() - resizedAt < RESIZE_SETTLE_MS
    const onMove = () => {
      recordHeights()
      if (isAtBottomRef.current && isSettling() && !isReaderScrolling() && !isScrolledToBottom(element)) scrollToEnd(REPIN_FRAMES)
      else update()
    }
    let retryTimer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      clearTimeout(retryTimer)
      if (!isAtBottomRef.current || isScrolledToBottom(element)) return
      // The user may have touched the list without scrolling, for example to react to a message.
      if (isReaderScrolling()) retryTimer = setTimeout(follow, READER_SCROLL_MS)
      else scrollToEnd(REPIN_FRAMES)
    }
    const observer = new ResizeObserver(() => {
      recordHeights()
      follow()
    })
    for (const name of READER_INPUT_EVENTS) element.addEventListener(name, pauseFollowing, { passive: true })
    element.addEventListener('scroll', onMove, { passive: true })
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => {
      for (const name of READER_INPUT_EVENTS) element.removeEventListener(name, pauseFollowing)
      element.removeEventListener('scroll', onMove)
      observer.disconnect()
      clearTimeout(retryTimer)
      cancelAnimationFrame(frame.current)
    }
  }, [scroller, pauseFollowing])

  return { isAtBottom, isAtBottomRef, pauseFollowing }
}
