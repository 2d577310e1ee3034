import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { safeLocalStorage } from '../../browser/safe-storage.ts'

interface SplitPanesProps {
  /** Id under which this browser stores the width. */
  id: string
  /**
   * Which panes are visible: both with a movable divider (`split`), both without one (`beside`), only the first (`start`), or only the
   * second (`end`). The panes keep their state when this changes.
   */
  shape: 'split' | 'beside' | 'start' | 'end'
  /** Accessible name of the divider. */
  label: string
  start: ReactNode
  end: ReactNode
  /** Initial width of the first pane, in percent. */
  initial: number
}

const STEP_PERCENT = 2
const MIN_PERCENT = 20
const MAX_PERCENT = 50

const START_PANE_CLASSES = {
  split: 'w-(--start) min-w-70 shrink-0',
  beside: 'w-70 shrink-0 border-line border-r',
  start: 'min-w-0 flex-1',
} as const

const getStorageKey = (id: string) => `layout:${id}`

const readStoredWidth = (id: string): number => Number.parseFloat(safeLocalStorage.getItem(getStorageKey(id)) ?? '')

/** Two panes with a divider between them. The pointer or the arrow keys move the divider; a double click resets it. */
export function SplitPanes({ id, shape, label, start, end, initial }: SplitPanesProps) {
  const [width, setWidth] = useState(() => readStoredWidth(id) || initial)
  const frame = useRef<HTMLDivElement>(null)
  const dragged = useRef<number | null>(null)
  const clampPercent = (percent: number) => Math.round(Math.min(Math.max(percent, MIN_PERCENT), MAX_PERCENT) * 10) / 10

  const saveWidth = (percent: number) => {
    const next = clampPercent(percent)
    setWidth(next)
    safeLocalStorage.setItem(getStorageKey(id), String(next))
  }

  // Dragging changes only the style, so that the panes do not render again.
  const drag = ({ clientX }: PointerEvent) => {
    if (dragged.current === null || !frame.current) return
    const { left, width: totalWidth } = frame.current.getBoundingClientRect()
    dragged.current = clampPercent(((clientX - left) / totalWidth) * 100)
    frame.current.style.setProperty('--start', `${dragged.current}%`)
  }
  const endDrag = () => {
    if (dragged.current !== null) saveWidth(dragged.current)
    dragged.current = null
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const newWidth = { ArrowLeft: width - STEP_PERCENT, ArrowRight: width + STEP_PERCENT, Home: MIN_PERCENT, End: MAX_PERCENT }[
      event.key
    ]
    if (newWidth === undefined) return
    event.preventDefault()
    saveWidth(newWidth)
  }

  return (
    <div ref={frame} className="flex h-full min-h-0" style={{ '--start': `${width}%` } as React.CSSProperties}>
      {shape !== 'end' && <div className={START_PANE_CLASSES[shape]}>{start}</div>}
      {shape === 'split' && (
        <div
          role="separator"
          aria-label={label}
          aria-orientation="vertical"
          aria-valuenow={Math.round(width)}
          aria-valuemin={MIN_PERCENT}
          aria-valuemax={MAX_PERCENT}
          tabIndex={0}
          onKeyDown={handleKeyDown}
          onDoubleClick={() => saveWidth(initial)}
          // Prevents the browser from starting a text selection or a link drag, which would capture the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onPointerDown={(event) => {
            dragged.current = width
            event.currentTarget.setPointerCapture(event.pointerId)
          }}
          onPointerMove={drag}
          onPointerUp={endDrag}
          onPointerCancel={endDrag}
          className="relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-right-[18px] before:-left-[5px] hover:bg-control focus-visible:outline-offset-0 active:bg-primary"
        />
      )}
      {shape !== 'start' && <div className="min-w-0 flex-1">{end}</div>}
    </div>
  )
}
