import { JumpToEndButton } from './jump-to-end-button.tsx'
import { JumpToUnreadButton } from './jump-to-unread-button.tsx'

interface JumpButtonsProps {
  /** Number of unread messages above the visible part; zero if the button for them is not shown. */
  unread: number
  toUnread: () => void
  isAtBottom: boolean
  hasNews: boolean
  toEnd: () => void
}

/** Buttons over the messages that scroll to the first unread or to the newest message. */
export default function JumpButtons({ unread, toUnread, isAtBottom, hasNews, toEnd }: JumpButtonsProps) {
  return (
    <>
      {unread > 0 && <JumpToUnreadButton count={unread} onPress={toUnread} />}
      {!isAtBottom && <JumpToEndButton hasNews={hasNews} onPress={toEnd} />}
    </>
  )
}
