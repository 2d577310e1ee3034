import { ToEnd } from './to-end.tsx'
import { UnreadAbove } from './unread-above.tsx'

interface WaysProps {
  /** Number of unread messages above the screen; zero if there is no button for them. */
  unread: number
  toUnread: () => void
  isAtBottom: boolean
  hasNews: boolean
  toEnd: () => void
}

/** Buttons over the messages that scroll to the unread or the newest ones. */
export default function Ways({ unread, toUnread, isAtBottom, hasNews, toEnd }: WaysProps) {
  return (
    <>
      {unread > 0 && <UnreadAbove count={unread} onPress={toUnread} />}
      {!isAtBottom && <ToEnd hasNews={hasNews} onPress={toEnd} />}
    </>
  )
}
