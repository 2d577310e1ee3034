import type { Message } from '@prosa/contract/entities/message'
import { Check, CheckCheck, CircleAlert, Sparkles } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { cx } from '../../../shared/lib/cx.ts'
import { detailedDate } from '../../../shared/lib/dates.ts'
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
  /** Beside the bubble, as the retry button. */
  aside?: ReactNode
  meta: ReactNode
  children: ReactNode
}

export function Bubble({ speaker, failed, aside, meta, children }: BubbleProps) {
  return (
    <div className={cx('flex items-center gap-2 px-4 py-1 sm:px-5', speaker === 'lead' ? 'justify-start' : 'justify-end')}>
      {aside}
      <div
        data-speaker={speaker}
        className={cx(
          'min-w-0 max-w-[min(85%,68ch)] rounded-card px-3.5 py-2 text-message',
          LOOKS[speaker],
          failed && '!bg-roma-ground',
        )}
      >
        {children}
        <div className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-ink-3 text-meta [&_svg]:size-3">{meta}</div>
      </div>
    </div>
  )
}

const DELIVERED: Readonly<Record<string, { Icon: typeof Check; label: string; className?: string }>> = {
  sent: { Icon: Check, label: 'Enviada' },
  delivered: { Icon: CheckCheck, label: 'Entregue' },
  read: { Icon: CheckCheck, label: 'Lida', className: 'text-primary' },
  failed: { Icon: CircleAlert, label: 'Não entregue', className: 'text-roma' },
}

function Delivery({ message }: { message: Message }) {
  const how = DELIVERED[message.delivery ?? '']
  if (!how) return null
  const { Icon, label, className } = how
  return (
    <span className={cx('inline-flex items-center gap-1', className)} title={message.delivery_error ?? label}>
      <Icon aria-hidden="true" />
      <span className={message.delivery === 'failed' ? '' : 'sr-only'}>{label}</span>
    </span>
  )
}

function Author({ message, speaker, agentName }: { message: Message; speaker: Speaker; agentName: string }) {
  if (speaker === 'lead') return <span className="sr-only">Lead</span>
  if (speaker === 'staff') return <span className="font-semibold">{message.sender?.name || 'Equipe'}</span>
  return (
    <span className="inline-flex items-center gap-1">
      <Sparkles role="img" aria-label="IA" />
      {agentName ? `${agentName} (IA)` : 'IA'}
    </span>
  )
}

interface MessageBubbleProps {
  message: Message
  agentName: string
  /** Changes with the day, so that today's times become yesterday's. */
  today: number
}

export const MessageBubble = memo(function MessageBubble({ message, agentName, today }: MessageBubbleProps) {
  if (message.type === 'system') {
    return <p className="wrap-anywhere mx-auto max-w-[60ch] px-5 py-2 text-center text-ink-3 text-meta">{message.content}</p>
  }
  const speaker = speakerOf(message)
  const meta = (
    <>
      <Author message={message} speaker={speaker} agentName={agentName} />
      {speaker !== 'lead' && <span aria-hidden="true">·</span>}
      <time dateTime={message.timestamp}>{detailedDate(message.timestamp, today)}</time>
      {speaker !== 'lead' && <Delivery message={message} />}
    </>
  )
  return (
    <Bubble speaker={speaker} failed={message.delivery === 'failed'} meta={meta}>
      <MessageContent message={message} />
    </Bubble>
  )
})
