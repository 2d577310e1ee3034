import type { Message } from '@prosa/contract/entities/conversations/message'
import { formatDetailedDate } from '../../../../shared/formatting/format-date.ts'
import { cx } from '../../../../shared/ui/cx.ts'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { getSpeaker } from '../message-list/thread-rows.ts'

/** Shows a reaction to a message that the server has not stored. */
export function OrphanReaction({ message, today }: { message: Message; today: number }) {
  const speaker = getSpeaker(message)
  const { reaction, content, timestamp } = message
  return (
    <p className={cx('px-5 py-1 text-ink-3 text-meta', speaker !== 'lead' && 'text-right')}>
      {speaker === 'lead' && <span className="sr-only">Lead: </span>}
      {reaction?.emoji ? `Reagiu com ${reaction.emoji}` : stripBidiControls(content) || 'Reagiu a uma mensagem'}
      {' · '}
      <time dateTime={timestamp}>{formatDetailedDate(timestamp, today)}</time>
    </p>
  )
}
