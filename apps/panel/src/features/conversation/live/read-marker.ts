import { MARK_READ_DEBOUNCE_MS, MARK_READ_MIN_INTERVAL_MS } from '@prosa/contract/constants'

/** What asks for a mark, and how long it waits for the next one of its kind (section 9). */
const DEBOUNCE_MS = { ...MARK_READ_DEBOUNCE_MS, open: 0, seen: 0 } as const
export type ReadReason = keyof typeof DEBOUNCE_MS

interface ReadSituation {
  unreadCount: number
  isAtBottom: boolean
  isVisible: boolean
  isFocused: boolean
}

interface ReadMarkerOptions {
  situation: () => ReadSituation
  mark: () => void
}

/**
 * Marks an open conversation as read: only with something unread, at the bottom, in a visible and focused page, and at least
 * 2 s after the last mark (section 5). `open` is the opening itself, `seen` the page coming back into view (gap G03).
 */
export const createReadMarker = ({ situation, mark }: ReadMarkerOptions) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMarkAt = Number.NEGATIVE_INFINITY

  const attempt = () => {
    const { unreadCount, isAtBottom, isVisible, isFocused } = situation()
    if (unreadCount <= 0 || !isAtBottom || !isVisible || !isFocused) return
    const tooEarlyBy = lastMarkAt + MARK_READ_MIN_INTERVAL_MS - performance.now()
    if (tooEarlyBy > 0) {
      timer = setTimeout(attempt, tooEarlyBy)
      return
    }
    lastMarkAt = performance.now()
    mark()
  }

  return {
    ask: (reason: ReadReason) => {
      clearTimeout(timer)
      if (DEBOUNCE_MS[reason] === 0) attempt()
      else timer = setTimeout(attempt, DEBOUNCE_MS[reason])
    },
    /** Another conversation: nothing of the one before counts. */
    reset: () => {
      clearTimeout(timer)
      lastMarkAt = Number.NEGATIVE_INFINITY
    },
  }
}
