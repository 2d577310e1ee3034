import { type RefObject, useEffect, useEffectEvent } from 'react'
import { MESSAGE_SHORTCUTS } from '../../../../shared/shortcuts/message-shortcuts.ts'
import { isShortcutPressed } from '../../../../shared/shortcuts/shortcuts.ts'

const MIN_SWIPE_PX = 56
const MAX_SWIPE_DRIFT_PX = 32
const LONG_PRESS_MS = 500

/** Callbacks for pointer and keyboard actions on messages. `index`: index of the message's row. */
export interface MessageGestureHandlers {
  onOpenMenu: (index: number, position: { x: number; y: number } | null) => void
  onHover: (index: number, bubble: HTMLElement) => void
  onReply: (index: number) => void
  onReact: (index: number) => void
  onShowInfo: (index: number) => void
  onShowSources: (index: number) => void
  onCorrect: (index: number) => void
  /** Returns the index of the lead's newest message. Used by a shortcut if no message is focused. */
  getNewestIndex: () => number
  getLastIndex: () => number
  onLeave: () => void
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
 * Focuses the message at `index`. Skips, in direction `step`, messages that are shown in the image grid of another message. Returns false
 * if the row is not rendered.
 */
function focusMessageRow(log: HTMLElement, index: number, step: 1 | -1): boolean {
  const row = log.querySelector<HTMLElement>(`[data-index="${index}"]`)
  if (!row) return false
  if (row.querySelector('[data-in-grid]')) return focusMessageRow(log, index + step, step)
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

/** Returns the index of the lowest visible message. The newest message is not rendered while the user has scrolled far up. */
function getLowestVisibleIndex(log: HTMLElement): number {
  const { bottom } = log.getBoundingClientRect()
  const renderedRows = [...log.querySelectorAll<HTMLElement>('[data-index]')]
  return getRowIndex(renderedRows.findLast((row) => row.getBoundingClientRect().top < bottom) ?? log)
}

/** Handles clicks, keys, swipes and long presses on all messages by listeners on the message list. */
export function useMessageGestures(marker: RefObject<HTMLElement | null>, handlers: MessageGestureHandlers): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent, log: HTMLElement) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isInLayer(event.target)) return
    if (isTextField(event.target)) return
    const row = findMessageRow(document.activeElement)
    const at = row && document.activeElement === row ? getRowIndex(row) : null
    const preventDefault = () => event.preventDefault()
    if (isShortcutPressed(MESSAGE_SHORTCUTS.enter, event))
      return (
        preventDefault(),
        void (focusMessageRow(log, handlers.getLastIndex(), -1) || focusMessageRow(log, getLowestVisibleIndex(log), -1))
      )
    if (isShortcutPressed(MESSAGE_SHORTCUTS.answer, event))
      return (preventDefault(), handlers.onReply(at ?? handlers.getNewestIndex()))
    if (at === null) return
    if (event.key === 'ArrowUp') return (preventDefault(), void focusMessageRow(log, at - 1, -1))
    if (event.key === 'ArrowDown') return (preventDefault(), void focusMessageRow(log, at + 1, 1))
    if (event.key === 'Enter') return (preventDefault(), handlers.onOpenMenu(at, null))
    if (isShortcutPressed(MESSAGE_SHORTCUTS.react, event)) return (preventDefault(), handlers.onReact(at))
    if (isShortcutPressed(MESSAGE_SHORTCUTS.info, event)) return (preventDefault(), handlers.onShowInfo(at))
    if (isShortcutPressed(MESSAGE_SHORTCUTS.basis, event)) return (preventDefault(), handlers.onShowSources(at))
    if (isShortcutPressed(MESSAGE_SHORTCUTS.correct, event)) return (preventDefault(), handlers.onCorrect(at))
    if (event.key === 'Escape') return (preventDefault(), handlers.onLeave())
  })
  const handleContextMenu = useEffectEvent((event: MouseEvent) => {
    const row = findMessageRow(event.target)
    // If text is selected or the target is a link, the browser's own menu opens.
    if (!row || getSelection()?.isCollapsed === false || (event.target as Element).closest('a[href]')) return
    // A finger may rest on an audio slider before it drags.
    if (handlesHorizontalDrag(event.target) && (event as PointerEvent).pointerType === 'touch') return
    event.preventDefault()
    handlers.onOpenMenu(getRowIndex(row), { x: event.clientX, y: event.clientY })
  })
  const handlePointerOver = useEffectEvent((event: PointerEvent) => {
    const row = findMessageRow(event.target)
    const bubble = row?.querySelector<HTMLElement>('[data-speaker]')
    if (row && bubble && event.pointerType === 'mouse') handlers.onHover(getRowIndex(row), bubble)
  })
  const handleSwipe = useEffectEvent((index: number) => handlers.onReply(index))
  const handleLongPress = useEffectEvent((index: number, at: { x: number; y: number }) => handlers.onOpenMenu(index, at))

  useEffect(() => {
    const log = marker.current?.parentElement?.querySelector<HTMLElement>('[role="log"]')
    if (!log) return
    const abortController = new AbortController()
    const { signal } = abortController
    let start: { x: number; y: number; index: number; timer: ReturnType<typeof setTimeout> } | null = null
    const end = () => {
      clearTimeout(start?.timer)
      start = null
    }
    // Uses the capture phase, because the page's own listener would otherwise close the conversation at Esc.
    document.addEventListener('keydown', (event) => handleKeyDown(event, log), { signal, capture: true })
    log.addEventListener('contextmenu', handleContextMenu, { signal })
    log.addEventListener('pointerover', handlePointerOver, { signal })
    log.addEventListener(
      'touchstart',
      ({ touches, target }) => {
        end()
        const row = findMessageRow(target)
        const [touch] = touches
        if (!row || !touch || touches.length > 1 || handlesHorizontalDrag(target)) return
        const at = { x: touch.clientX, y: touch.clientY }
        // Safari on a phone does not dispatch a contextmenu event on a long press.
        start = { ...at, index: getRowIndex(row), timer: setTimeout(() => handleLongPress(getRowIndex(row), at), LONG_PRESS_MS) }
      },
      { signal, passive: true },
    )
    log.addEventListener(
      'touchmove',
      ({ touches }) => {
        const [touch] = touches
        if (!start || !touch) return
        const deltaX = touch.clientX - start.x
        const distanceY = Math.abs(touch.clientY - start.y)
        if (Math.abs(deltaX) > 10 || distanceY > 10) clearTimeout(start.timer)
        if (distanceY > MAX_SWIPE_DRIFT_PX) return end()
        if (deltaX < MIN_SWIPE_PX) return
        handleSwipe(start.index)
        end()
      },
      { signal, passive: true },
    )
    log.addEventListener('touchend', end, { signal })
    log.addEventListener('touchcancel', end, { signal })
    return () => {
      end()
      abortController.abort()
    }
  }, [marker])
}
