import type { Message } from '@prosa/contract/entities/message'
import { Sparkles } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { cx } from '../../../shared/lib/cx.ts'
import { detailedDate } from '../../../shared/lib/dates.ts'
import { shown } from '../shown-text.ts'
import { Delivery } from './delivery.tsx'
import { MessageContent } from './message-content.tsx'
import { type Speaker, speakerOf } from './thread-rows.ts'

/** Lead left; the agent and staff right, each in its own tint; the corner at the speaker is squared off. */
const LOOKS: Record<Speaker, string> = {
  lead: 'border border-line bg-surface rounded-bl-speaker',
  agent: 'bg-bubble-ai rounded-br-speaker',
  staff: 'bg-bubble-manual rounded-br-speaker',
}

interface BubbleProps {
  speaker: Speaker
  failed?: boolean
  /** Emojis on its lower edge. */
  reactions?: string
  /** Beside the bubble, as the retry button. */
  aside?: ReactNode
  meta: ReactNode
  children: ReactNode
}

export function Bubble({ speaker, failed, reactions, aside, meta, children }: BubbleProps) {
  return (
    <div className={cx('flex items-center gap-2 px-4 py-1 sm:px-5', speaker === 'lead' ? 'justify-start' : 'justify-end')}>
      {aside}
      <div
        data-speaker={speaker}
        className={cx(
          'relative min-w-0 max-w-[min(85%,68ch)] rounded-card px-3.5 py-2 text-message',
          LOOKS[speaker],
          failed && '!bg-roma-ground',
          reactions && 'mb-3',
        )}
      >
        {children}
        <div className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-ink-3 text-meta [&_svg]:size-3">{meta}</div>
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

function Author({ message, speaker, agentName }: { message: Message; speaker: Speaker; agentName: string }) {
  if (speaker === 'lead') return <span className="sr-only">Lead</span>
  if (speaker === 'staff') return <span className="font-semibold">{shown(message.sender?.name || 'Equipe')}</span>
  return (
    <span className="inline-flex items-center gap-1">
      <Sparkles role="img" aria-label="IA" />
      {agentName ? `${agentName} (IA)` : 'IA'}
    </span>
  )
}

/** A reaction to a message that is not here. */
function LooseReaction({ message, speaker, today }: { message: Message; speaker: Speaker; today: number }) {
  const { reaction, content, timestamp } = message
  return (
    <p className={cx('px-5 py-1 text-ink-3 text-meta', speaker !== 'lead' && 'text-right')}>
      {speaker === 'lead' && <span className="sr-only">Lead: </span>}
      {reaction?.emoji ? `Reagiu com ${reaction.emoji}` : shown(content) || 'Reagiu a uma mensagem'}
      {' · '}
      <time dateTime={timestamp}>{detailedDate(timestamp, today)}</time>
    </p>
  )
}

interface MessageBubbleProps {
  message: Message
  reactions?: string
  agentName: string
  /** Changes with the day, so that today's times become yesterday's. */
  today: number
}

export const MessageBubble = memo(function MessageBubble({ message, reactions = '', agentName, today }: MessageBubbleProps) {
  if (message.type === 'system') {
    return (
      <p className="wrap-anywhere mx-auto max-w-[60ch] px-5 py-2 text-center text-ink-3 text-meta">{shown(message.content)}</p>
    )
  }
  const speaker = speakerOf(message)
  if (message.type === 'reaction') return <LooseReaction message={message} speaker={speaker} today={today} />
  const meta = (
    <>
      <Author message={message} speaker={speaker} agentName={agentName} />
      {speaker !== 'lead' && <span aria-hidden="true">·</span>}
      <time dateTime={message.timestamp}>{detailedDate(message.timestamp, today)}</time>
      {speaker !== 'lead' && <Delivery message={message} />}
    </>
  )
  return (
    <Bubble speaker={speaker} failed={message.delivery === 'failed'} reactions={reactions} meta={meta}>
      <MessageContent message={message} />
    </Bubble>
  )
})
