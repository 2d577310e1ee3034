import { JumpToEndButton } from './jump-to-end-button.tsx'
import { JumpToUnreadButton } from './jump-to-unread-button.tsx'

interface JumpButtonsProps {
  /** Number of unread messages above the visible part; zero hides the button for them. */
  unread: number
  onJumpToUnread: () => void
  isAtBottom: boolean
  hasNewMessages: boolean
  onJumpToEnd: () => void
}

/** Buttons over the messages that scroll to the first unread or to the newest message. */
export default function JumpButtons({ unread, onJumpToUnread, isAtBottom, hasNewMessages, onJumpToEnd }: JumpButtonsProps) {
  return (
    <>
      {unread > 0 && <JumpToUnreadButton count={unread} onPress={onJumpToUnread} />}
      {!isAtBottom && <JumpToEndButton hasNewMessages={hasNewMessages} onPress={onJumpToEnd} />}
    </>
  )
}
