import type { Message } from '@prosa/contract/entities/message'
import { cx } from '../../../shared/lib/cx.ts'
import { detailedDate } from '../../../shared/lib/dates.ts'
import { shown } from '../cache/shown-text.ts'
import { speakerOf } from './thread-rows.ts'

/** Reaction to a message that is not stored. */
export function LooseReaction({ message, today }: { message: Message; today: number }) {
  const speaker = speakerOf(message)
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
