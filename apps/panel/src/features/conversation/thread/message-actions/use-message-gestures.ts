import { type RefObject, useEffect, useEffectEvent } from 'react'
import { MESSAGE_SHORTCUTS } from '../../../../shared/shortcuts/message-shortcuts.ts'
import { isShortcutPressed } from '../../../../shared/shortcuts/shortcuts.ts'

const MIN_SWIPE_PX = 56
const MAX_SWIPE_DRIFT_PX = 32
const LONG_PRESS_MS = 500

/** Callbacks for pointer and keyboard actions on messages. `index`: index of the message's row. */
export interface MessageGestureHandlers {
  onMenu: (index: number, at: { x: number; y: number } | null) => void
  onHover: (index: number, bubble: HTMLElement) => void
  onAnswer: (index: number) => void
  onReact: (index: number) => void
  onInfo: (index: number) => void
  onBasis: (index: number) => void
  onCorrect: (index: number) => void
  /** Returns the index of the lead's newest message. Used by a shortcut if no message is focused. */
  newest: () => number
  last: () => number
  leave: () => void
}

const findMessageRow = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role="log"] [data-index]') : null
const getRowIndex = (row: HTMLElement): number => Number(row.dataset['index'])
const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
/** Whether the target handles horizontal dragging itself, as an audio slider or video does. */
const handlesHorizontalDrag = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, video, audio') !== null
const isInLayer = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[role="menu"], [role="dialog"], [role="alertdialog"]') !== null

/**
 * Focuses the message at `index`. Messages that are shown in the image grid of another message are skipped in direction `by`. Returns false
 * if the row is not rendered.
 */
function focusMessageRow(log: HTMLElement, index: number, by: 1 | -1): boolean {
  const row = log.querySelector<HTMLElement>(`[data-index="${index}"]`)
  if (!row) return false
  if (row.querySelector('[data-in-grid]')) return focusMessageRow(log, index + by, by)
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

/** Returns the index of the lowest visible message. The newest message is not rendered while the user has scrolled far up. */
function getLowestVisibleIndex(log: HTMLElement): number {
  const { bottom } = log.getBoundingClientRect()
  const drawn = [...log.querySelectorAll<HTMLElement>('[data-index]')]
  return getRowIndex(drawn.findLast((row) => row.getBoundingClientRect().top < bottom) ?? log)
}

/** Handles clicks, keys, swipes and long presses on all messages by listeners on the message list. */
export function useMessageGestures(mark: RefObject<HTMLElement | null>, hands: MessageGestureHandlers): void {
  const key = useEffectEvent((event: KeyboardEvent, log: HTMLElement) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isInLayer(event.target)) return
    if (isTextField(event.target)) return
    const row = findMessageRow(document.activeElement)
    const at = row && document.activeElement === row ? getRowIndex(row) : null
    const done = () => event.preventDefault()
    if (isShortcutPressed(MESSAGE_SHORTCUTS.enter, event))
      return (done(), void (focusMessageRow(log, hands.last(), -1) || focusMessageRow(log, getLowestVisibleIndex(log), -1)))
    if (isShortcutPressed(MESSAGE_SHORTCUTS.answer, event)) return (done(), hands.onAnswer(at ?? hands.newest()))
    if (at === null) return
    if (event.key === 'ArrowUp') return (done(), void focusMessageRow(log, at - 1, -1))
    if (event.key === 'ArrowDown') return (done(), void focusMessageRow(log, at + 1, 1))
    if (event.key === 'Enter') return (done(), hands.onMenu(at, null))
    if (isShortcutPressed(MESSAGE_SHORTCUTS.react, event)) return (done(), hands.onReact(at))
    if (isShortcutPressed(MESSAGE_SHORTCUTS.info, event)) return (done(), hands.onInfo(at))
    if (isShortcutPressed(MESSAGE_SHORTCUTS.basis, event)) return (done(), hands.onBasis(at))
    if (isShortcutPressed(MESSAGE_SHORTCUTS.correct, event)) return (done(), hands.onCorrect(at))
    if (event.key === 'Escape') return (done(), hands.leave())
  })
  const menu = useEffectEvent((event: MouseEvent) => {
    const row = findMessageRow(event.target)
    // If text is selected or the target is a link, the browser's own menu opens.
    if (!row || getSelection()?.isCollapsed === false || (event.target as Element).closest('a[href]')) return
    // A finger may rest on an audio slider before it drags.
    if (handlesHorizontalDrag(event.target) && (event as PointerEvent).pointerType === 'touch') return
    event.preventDefault()
    hands.onMenu(getRowIndex(row), { x: event.clientX, y: event.clientY })
  })
  const over = useEffectEvent((event: PointerEvent) => {
    const row = findMessageRow(event.target)
    const bubble = row?.querySelector<HTMLElement>('[data-speaker]')
    if (row && bubble && event.pointerType === 'mouse') hands.onHover(getRowIndex(row), bubble)
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
    // Uses the capture phase, because the page's own listener would otherwise close the conversation at Esc.
    document.addEventListener('keydown', (event) => key(event, log), { signal, capture: true })
    log.addEventListener('contextmenu', menu, { signal })
    log.addEventListener('pointerover', over, { signal })
    log.addEventListener(
      'touchstart',
      ({ touches, target }) => {
        end()
        const row = findMessageRow(target)
        const [one] = touches
        if (!row || !one || touches.length > 1 || handlesHorizontalDrag(target)) return
        const at = { x: one.clientX, y: one.clientY }
        // Safari on a phone does not dispatch a contextmenu event on a long press.
        start = { ...at, index: getRowIndex(row), timer: setTimeout(() => press(getRowIndex(row), at), LONG_PRESS_MS) }
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
        if (along > MAX_SWIPE_DRIFT_PX) return end()
        if (across < MIN_SWIPE_PX) return
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
