import { HIGHLIGHT_UNREAD_ONLY_MS } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversation'
import { create } from 'zustand'
import { highlightOf } from './highlights.ts'

interface Mark {
  readonly isFlashing: boolean
  /** `short` if only the unread count changed. */
  readonly tint: 'none' | 'short' | 'long'
  /** Sequence number of the highlight, so that a second highlight restarts the animation of the first. */
  readonly turn: number
}

/** Current highlights by conversation id. Each row subscribes to its own key. */
export const useHighlights = create<Record<string, Mark>>()(() => ({}))

const timers = new Map<string, ReturnType<typeof setTimeout>[]>()

const set = (id: string, mark: Partial<Mark>) => {
  const held = useHighlights.getState()[id] ?? { isFlashing: false, tint: 'none', turn: 0 }
  useHighlights.setState({ [id]: { ...held, ...mark } })
}

const clear = (id: string) => {
  timers.delete(id)
  const { [id]: _, ...others } = useHighlights.getState()
  useHighlights.setState(others, true)
}

/** Highlights the row of a conversation for the duration of its change. */
export const markChange = (before: Conversation | undefined, after: Conversation): void => {
  const highlight = highlightOf(before, after)
  if (!highlight) return
  const id = after._id
  for (const timer of timers.get(id) ?? []) clearTimeout(timer)
  set(id, {
    isFlashing: highlight.flashMs > 0,
    tint: highlight.tintMs === HIGHLIGHT_UNREAD_ONLY_MS ? 'short' : 'long',
    turn: (useHighlights.getState()[id]?.turn ?? 0) + 1,
  })
  timers.set(id, [
    setTimeout(() => set(id, { isFlashing: false }), highlight.flashMs),
    setTimeout(() => clear(id), highlight.tintMs),
  ])
}
