import { UNREAD_ONLY_HIGHLIGHT_DURATION_MS } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { create } from 'zustand'
import { getHighlightTiming } from './highlight-timing.ts'

interface HighlightState {
  readonly isFlashing: boolean
  /** Duration of the background tint; `short` if only the unread count has changed. */
  readonly tint: 'none' | 'short' | 'long'
  /** Number of highlights of this row so far. A new number restarts the animation. */
  readonly sequence: number
}

/** Current row highlights by conversation id. Each row subscribes only to its own highlight. */
export const useRowHighlights = create<Record<string, HighlightState>>()(() => ({}))

const highlightTimers = new Map<string, ReturnType<typeof setTimeout>[]>()

const setHighlight = (id: string, changes: Partial<HighlightState>) => {
  const current = useRowHighlights.getState()[id] ?? { isFlashing: false, tint: 'none', sequence: 0 }
  useRowHighlights.setState({ [id]: { ...current, ...changes } })
}

const clearHighlight = (id: string) => {
  highlightTimers.delete(id)
  const { [id]: _, ...others } = useRowHighlights.getState()
  useRowHighlights.setState(others, true)
}

/** Highlights the row of a changed conversation for a moment. Does nothing if no visible part has changed. */
export const highlightChangedRow = (before: Conversation | undefined, after: Conversation): void => {
  const highlight = getHighlightTiming(before, after)
  if (!highlight) return
  const id = after._id
  for (const timer of highlightTimers.get(id) ?? []) clearTimeout(timer)
  setHighlight(id, {
    isFlashing: highlight.flashMs > 0,
    tint: highlight.tintMs === UNREAD_ONLY_HIGHLIGHT_DURATION_MS ? 'short' : 'long',
    sequence: (useRowHighlights.getState()[id]?.sequence ?? 0) + 1,
  })
  highlightTimers.set(id, [
    setTimeout(() => setHighlight(id, { isFlashing: false }), highlight.flashMs),
    setTimeout(() => clearHighlight(id), highlight.tintMs),
  ])
}
