import type { Message } from '@prosa/contract/entities/conversations/message'
import Sparkles from 'lucide-react/icons/sparkles'
import { memo, type ReactNode, Suspense } from 'react'
import { formatDetailedDate } from '../../../../shared/formatting/format-date.ts'
import { cx } from '../../../../shared/ui/cx.ts'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { MessageContent, NonTextContent } from '../content/message-content.tsx'
import { getSpeaker, type Speaker } from '../message-list/thread-rows.ts'
import { DeliveryStatus } from './delivery-status.tsx'

/**
 * CSS classes by speaker. The lead's bubbles are on the left, the agent's and team's on the right; the corner at the speaker's side is
 * square.
 */
const SPEAKER_CLASSES: Record<Speaker, string> = {
  lead: 'border border-line bg-surface rounded-bl-speaker',
  agent: 'bg-bubble-ai rounded-br-speaker',
  staff: 'bg-bubble-manual rounded-br-speaker',
}

interface BubbleProps {
  speaker: Speaker
  failed?: boolean
  /** Name of the author. It is visible only on the first of consecutive bubbles; screen readers announce it for each. */
  author: ReactNode
  isFirstInGroup: boolean
  /** Reaction emojis, shown on the bubble's lower edge. */
  reactions?: string
  /** Content beside the bubble, such as the retry button. */
  aside?: ReactNode
  children: ReactNode
}

export function Bubble({ speaker, failed, author, isFirstInGroup, reactions, aside, children }: BubbleProps) {
  const showsAuthor = isFirstInGroup && speaker !== 'lead'
  return (
    <div className={cx('flex items-center gap-2 px-4 py-1 sm:px-5', speaker === 'lead' ? 'justify-start' : 'justify-end')}>
      {aside}
      <div
        data-speaker={speaker}
        className={cx(
          'relative min-w-0 max-w-[min(85%,68ch)] rounded-card px-3.5 py-1.5 text-message',
          SPEAKER_CLASSES[speaker],
          failed && '!bg-roma-ground',
          reactions && 'mb-3',
        )}
      >
        <p className={showsAuthor ? 'font-semibold text-ink-3 text-meta' : 'sr-only'}>{author}</p>
        {children}
        {reactions && (
          <span
            className={cx(
              'absolute -bottom-3.5 rounded-full border border-line bg-surface px-1.5 text-ui',
              speaker === 'lead' ? 'right-3' : 'left-3',
            )}
          >
            <span className="sr-only">Reação: </span>
            {reactions}
          </span>
        )}
      </div>
    </div>
  )
}

const getAuthorName = (message: Message, speaker: Speaker, agentName: string): string => {
  if (speaker === 'lead') return 'Lead'
  if (speaker === 'staff') return stripBidiControls(message.sender?.name || 'Equipe')
  return agentName ? `${agentName} (IA)` : 'IA'
}

interface MessageBubbleProps {
  message: Message
  reactions?: string
  isFirstInGroup: boolean
  agentName: string
  /** Timestamp within the current day. It changes at midnight, so that shown dates change too. */
  today: number
}

export const MessageBubble = memo(function MessageBubble({
  message,
  reactions = '',
  isFirstInGroup,
  agentName,
  today,
}: MessageBubbleProps) {
  if (message.type === 'system') {
    return (
      <p className="wrap-anywhere mx-auto max-w-[60ch] px-5 py-2 text-center text-ink-3 text-meta">
        {stripBidiControls(message.content)}
      </p>
    )
  }
  const speaker = getSpeaker(message)
  if (message.type === 'reaction') {
    return (
      <Suspense fallback={<div className="h-6" />}>
        <NonTextContent message={message} today={today} />
      </Suspense>
    )
  }
  const meta = (
    <>
      {speaker === 'agent' && <Sparkles role="img" aria-label="IA" />}
      <time dateTime={message.timestamp}>{formatDetailedDate(message.timestamp, today)}</time>
      {speaker !== 'lead' && <DeliveryStatus message={message} />}
    </>
  )
  return (
    <Bubble
      speaker={speaker}
      failed={message.delivery === 'failed'}
      author={getAuthorName(message, speaker, agentName)}
      isFirstInGroup={isFirstInGroup}
      reactions={reactions}
    >
      <MessageContent message={message} meta={meta} />
    </Bubble>
  )
})
