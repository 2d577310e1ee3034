import { type RefObject, useEffect, useEffectEvent } from 'react'
import { MESSAGE_KEYS } from '../../../../shared/message-keys.ts'
import { isPressed } from '../../../../shared/shortcuts.ts'

const SWIPE_PX = 56
const SLACK_PX = 32
const LONG_PRESS_MS = 500

/** Callbacks for pointer and keyboard actions on messages, each with the index of the row. */
export interface Hands {
  onMenu: (index: number, at: { x: number; y: number } | null) => void
  onHover: (index: number, bubble: HTMLElement) => void
  onAnswer: (index: number) => void
  onReact: (index: number) => void
  onInfo: (index: number) => void
  onBasis: (index: number) => void
  onCorrect: (index: number) => void
  /** Returns the index of the lead's newest message, for a shortcut without a focused message. */
  newest: () => number
  last: () => number
  leave: () => void
}

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role="log"] [data-index]') : null
const indexOf = (row: HTMLElement): number => Number(row.dataset['index'])
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
/** Whether the target handles horizontal movement itself, as an audio slider or a video does. */
const isMoved = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, video, audio') !== null
const isInLayer = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[role="menu"], [role="dialog"], [role="alertdialog"]') !== null

/**
 * Focuses a message, skipping in direction `by` those that are shown in another's grid. Returns false if the row is not rendered yet; the
 * caller scrolls and retries.
 */
function enter(log: HTMLElement, index: number, by: 1 | -1): boolean {
  const row = log.querySelector<HTMLElement>(`[data-index="${index}"]`)
  if (!row) return false
  if (row.querySelector('[data-in-grid]')) return enter(log, index + by, by)
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

/** Returns the index of the lowest visible message. The newest is not rendered while the reader is far above it. */
function lowestSeen(log: HTMLElement): number {
  const { bottom } = log.getBoundingClientRect()
  const drawn = [...log.querySelectorAll<HTMLElement>('[data-index]')]
  return indexOf(drawn.findLast((row) => row.getBoundingClientRect().top < bottom) ?? log)
}

/** Adds listeners to the thread instead of to each bubble. */
export function useMessageHands(mark: RefObject<HTMLElement | null>, hands: Hands): void {
  const key = useEffectEvent((event: KeyboardEvent, log: HTMLElement) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isInLayer(event.target)) return
    if (isTyping(event.target)) return
    const row = rowOf(document.activeElement)
    const at = row && document.activeElement === row ? indexOf(row) : null
    const done = () => event.preventDefault()
    if (isPressed(MESSAGE_KEYS.enter, event))
      return (done(), void (enter(log, hands.last(), -1) || enter(log, lowestSeen(log), -1)))
    if (isPressed(MESSAGE_KEYS.answer, event)) return (done(), hands.onAnswer(at ?? hands.newest()))
    if (at === null) return
    if (event.key === 'ArrowUp') return (done(), void enter(log, at - 1, -1))
    if (event.key === 'ArrowDown') return (done(), void enter(log, at + 1, 1))
    if (event.key === 'Enter') return (done(), hands.onMenu(at, null))
    if (isPressed(MESSAGE_KEYS.react, event)) return (done(), hands.onReact(at))
    if (isPressed(MESSAGE_KEYS.info, event)) return (done(), hands.onInfo(at))
    if (isPressed(MESSAGE_KEYS.basis, event)) return (done(), hands.onBasis(at))
    if (isPressed(MESSAGE_KEYS.correct, event)) return (done(), hands.onCorrect(at))
    if (event.key === 'Escape') return (done(), hands.leave())
  })
  const menu = useEffectEvent((event: MouseEvent) => {
    const row = rowOf(event.target)
    // With selected text or on a link, the browser's own menu opens.
    if (!row || getSelection()?.isCollapsed === false || (event.target as Element).closest('a[href]')) return
    // A finger that rests on the slider before it moves.
    if (isMoved(event.target) && (event as PointerEvent).pointerType === 'touch') return
    event.preventDefault()
    hands.onMenu(indexOf(row), { x: event.clientX, y: event.clientY })
  })
  const over = useEffectEvent((event: PointerEvent) => {
    const row = rowOf(event.target)
    const bubble = row?.querySelector<HTMLElement>('[data-speaker]')
    if (row && bubble && event.pointerType === 'mouse') hands.onHover(indexOf(row), bubble)
  })
  const swipe = useEffectEvent((index: number) => hands.onAnswer(index))
  const press = useEffectEvent((index: number, at: { x: number; y: number }) => hands.onMenu(index, at))

  useEffect(() => {
    const log = mark.current?.parentElement?.querySelector<HTMLElement>('[role="log"]')
    if (!log) return
    const over_ = new AbortController()
    const { signal } = over_
    let start: { x: number; y: number; index: number; timer: ReturnType<typeof setTimeout> } | null = null
    const end = () => {
      clearTimeout(start?.timer)
      start = null
    }
    // Listens in the capture phase, before the page's own listener, which would close the conversation at Esc.
    document.addEventListener('keydown', (event) => key(event, log), { signal, capture: true })
    log.addEventListener('contextmenu', menu, { signal })
    log.addEventListener('pointerover', over, { signal })
    log.addEventListener(
      'touchstart',
      ({ touches, target }) => {
        end()
        const row = rowOf(target)
        const [one] = touches
        if (!row || !one || touches.length > 1 || isMoved(target)) return
        const at = { x: one.clientX, y: one.clientY }
        // Safari on a phone sends no contextmenu event for a long press.
        start = { ...at, index: indexOf(row), timer: setTimeout(() => press(indexOf(row), at), LONG_PRESS_MS) }
      },
      { signal, passive: true },
    )
    log.addEventListener(
      'touchmove',
      ({ touches }) => {
        const [one] = touches
        if (!start || !one) return
        const across = one.clientX - start.x
        const along = Math.abs(one.clientY - start.y)
        if (Math.abs(across) > 10 || along > 10) clearTimeout(start.timer)
        if (along > SLACK_PX) return end()
        if (across < SWIPE_PX) return
        swipe(start.index)
        end()
      },
      { signal, passive: true },
    )
    log.addEventListener('touchend', end, { signal })
    log.addEventListener('touchcancel', end, { signal })
    return () => {
      end()
      over_.abort()
    }
  }, [mark])
}
