import { JumpToEndButton } from './jump-to-end-button.tsx'
import { JumpToUnreadButton } from './jump-to-unread-button.tsx'

interface JumpButtonsProps {
  /** Number of unread messages above the screen; zero if there is no button for them. */
  unread: number
  toUnread: () => void
  isAtBottom: boolean
  hasNews: boolean
  toEnd: () => void
}

/** Buttons over the messages that scroll to the unread or the newest ones. */
export default function JumpButtons({ unread, toUnread, isAtBottom, hasNews, toEnd }: JumpButtonsProps) {
  return (
    <>
      {unread > 0 && <JumpToUnreadButton count={unread} onPress={toUnread} />}
      {!isAtBottom && <JumpToEndButton hasNews={hasNews} onPress={toEnd} />}
    </>
  )
}
