import { ToEnd } from './to-end.tsx'
import { UnreadAbove } from './unread-above.tsx'

interface WaysProps {
  /** How many messages above the screen were unread; zero where none leads there. */
  unread: number
  toUnread: () => void
  isAtBottom: boolean
  hasNews: boolean
  toEnd: () => void
}

/** What lies over the messages and leads away from where the reader is. */
export default function Ways({ unread, toUnread, isAtBottom, hasNews, toEnd }: WaysProps) {
  return (
    <>
      {unread > 0 && <UnreadAbove count={unread} onPress={toUnread} />}
      {!isAtBottom && <ToEnd hasNews={hasNews} onPress={toEnd} />}
    </>
  )
}
