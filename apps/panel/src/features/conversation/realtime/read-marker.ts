import { MARK_READ_DEBOUNCE_MS, MARK_READ_MIN_INTERVAL_MS } from '@prosa/contract/constants'

/** Delays in milliseconds before a conversation is marked as read, by reason (section 9). */
const DEBOUNCE_MS = { ...MARK_READ_DEBOUNCE_MS, open: 0, seen: 0 } as const
export type MarkReadReason = keyof typeof DEBOUNCE_MS

interface ReadSituation {
  unreadCount: number
  isAtBottom: boolean
  isVisible: boolean
  isFocused: boolean
}

interface ReadMarkerOptions {
  getSituation: () => ReadSituation
  markRead: () => void
}

/**
 * Creates a function that marks the open conversation as read (section 5), at most once in 2 s. Requires unread messages, a visible newest
 * message, and a visible and focused page. Reason `open`: the conversation was opened; `seen`: the page became visible again (gap G03).
 */
export const createReadMarker = ({ getSituation, markRead }: ReadMarkerOptions) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMarkAt = Number.NEGATIVE_INFINITY

  const attempt = () => {
    const { unreadCount, isAtBottom, isVisible, isFocused } = getSituation()
    if (unreadCount <= 0 || !isAtBottom || !isVisible || !isFocused) return
    const waitMs = lastMarkAt + MARK_READ_MIN_INTERVAL_MS - performance.now()
    if (waitMs > 0) {
      timer = setTimeout(attempt, waitMs)
      return
    }
    lastMarkAt = performance.now()
    markRead()
  }

  return {
    schedule: (reason: MarkReadReason) => {
      clearTimeout(timer)
      if (DEBOUNCE_MS[reason] === 0) attempt()
      else timer = setTimeout(attempt, DEBOUNCE_MS[reason])
    },
    /** Resets the state for another conversation. */
    reset: () => {
      clearTimeout(timer)
      lastMarkAt = Number.NEGATIVE_INFINITY
    },
  }
}
