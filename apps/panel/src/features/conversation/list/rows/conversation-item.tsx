import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import Archive from 'lucide-react/icons/archive'
import Flag from 'lucide-react/icons/flag'
import MessageSquare from 'lucide-react/icons/message-square'
import Pause from 'lucide-react/icons/pause'
import UserRound from 'lucide-react/icons/user-round'
import { memo } from 'react'
import { PATHS } from '../../../../shared/config/paths.ts'
import { formatListDate } from '../../../../shared/formatting/format-date.ts'
import { cx } from '../../../../shared/ui/cx.ts'
import { Avatar } from '../../../../shared/ui/display/avatar.tsx'
import { formatRowNames, formatUnreadBadge, getCompanyName, getLeadName } from '../../cache/conversation-names.ts'
import { useRowHighlights } from '../../cache/list/highlight-store.ts'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { hasFailedEntry } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import {
  getPreviewAuthor,
  getRowAccessibleText,
  getRowState,
  isConversationActive,
  messageCountFormat,
  needsHumanReply,
  shortenId,
} from './row-state.ts'

/** Data that all rows of a list share: the signed-in user and the agent. */
export interface RowViewer {
  readonly userId: string
  readonly agentName: string
}

interface ConversationItemProps {
  conversation: Conversation
  isOpen: boolean
  /** Whether Tab moves the focus to this row. Arrow keys move it to the other rows. */
  isTabStop: boolean
  /** Timestamp within the current day. It changes at midnight, so that 'today' in the row becomes 'ontem'. */
  today: number
  viewer: RowViewer
}

/** Returns the URL path of a row's conversation. The list handles normal clicks, because a router link in each row would be slower. */
const getConversationPath = (leadId: string, conversationId: string): string =>
  `${PATHS.chat}/${encodeURIComponent(leadId)}/${encodeURIComponent(conversationId)}`

/** Renders the highlight of a changed row. Subscribes only to this row's highlight. */
function RowHighlight({ id }: { id: string }) {
  const highlight = useRowHighlights((highlights) => highlights[id])
  if (!highlight) return null
  return (
    <span key={`${id} ${highlight.sequence}`} aria-hidden="true" className="absolute inset-0">
      {highlight.tint !== 'none' && <span className="row-tint" data-short={highlight.tint === 'short' || undefined} />}
      {highlight.isFlashing && <span className="row-flash" />}
    </span>
  )
}

/**
 * Shows that a message was not delivered: the channel rejected it, or sending from this browser failed. Subscribes only to this
 * conversation.
 */
function NotSentMark({ conversation }: { conversation: Conversation }) {
  const hasUnsentHere = useOutbox(({ entries }) => hasFailedEntry(entries, conversation._id))
  if (!hasUnsentHere && !conversation.last_message_failed) return null
  return <span className="font-semibold text-roma">Não enviada · </span>
}

/** Unread count of a row. The badge is filled if a user has to reply, and outlined if the agent replies. */
function UnreadBadge({ conversation }: { conversation: Conversation }) {
  const unread = formatUnreadBadge(conversation.unreadCount)
  if (!unread) return null
  const needsHuman = needsHumanReply(conversation)
  return (
    <span
      data-unread={needsHuman ? 'person' : 'agent'}
      className={cx(
        'h-4 min-w-4 shrink-0 rounded-[5px] px-1 text-center font-bold tabular',
        needsHuman ? 'bg-primary text-on-primary' : 'text-primary shadow-[inset_0_0_0_1px_currentColor]',
      )}
    >
      {unread}
      <span className="sr-only">{unread === '1' ? ' não lida' : ' não lidas'}</span>
    </span>
  )
}

function StateIcons({ conversation }: { conversation: Conversation }) {
  if (!conversation.needs_attention && !conversation.pause && !conversation.archive) return null
  return (
    <span className="flex shrink-0 items-center gap-1 [&_svg]:size-3" aria-hidden="true">
      {conversation.needs_attention && <Flag className="text-urucum" />}
      {conversation.pause && <Pause />}
      {conversation.archive && <Archive />}
    </span>
  )
}

export const ConversationItem = memo(function ConversationItem({
  conversation,
  isOpen,
  isTabStop,
  today,
  viewer,
}: ConversationItemProps) {
  const { _id, lead_id, archive, last_client_message_at, status_message, last_message_preview, total_messages } = conversation
  const { name, company } = formatRowNames(conversation)
  const phone = formatPhone(conversation.phone)
  const unread = formatUnreadBadge(conversation.unreadCount)
  const rowState = getRowState(conversation)
  const title = name || company || phone || 'Lead sem nome'
  return (
    <a
      href={getConversationPath(lead_id, _id)}
      data-row={_id}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isOpen ? 'page' : undefined}
      className={cx(
        'group relative flex h-(--row-height) items-center gap-3 pr-3 pl-3.5 text-ink-3 text-meta outline-offset-[-3px] [-webkit-touch-callout:none] hover:bg-hover coarse:select-none',
        isOpen && 'row-open',
      )}
    >
      {rowState !== 'none' && <span className="row-rule" data-rule={rowState} />}
      <RowHighlight id={_id} />
      <span className={cx('shrink-0', archive && 'opacity-50')}>
        {name || company ? (
          <Avatar name={getLeadName(conversation) || getCompanyName(conversation)} className="size-9" />
        ) : (
          <span className="inline-flex size-9 items-center justify-center rounded-control bg-avatar text-ink-2">
            <UserRound aria-hidden="true" className="size-4" />
          </span>
        )}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-baseline gap-2">
          <span className="flex min-w-0 flex-1 items-baseline gap-1.5 text-ui leading-[1.125rem]">
            <bdi className={cx('truncate', !archive && 'text-ink', unread ? 'font-bold' : 'font-semibold')}>{title}</bdi>
            {name && company && <bdi className="shrink-0 truncate">{company}</bdi>}
          </span>
          {last_client_message_at && (
            <time dateTime={last_client_message_at} className="shrink-0">
              {formatListDate(last_client_message_at, today)}
            </time>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate">
            {archive && <span aria-hidden="true">Arquivado · </span>}
            <NotSentMark conversation={conversation} />
            {status_message && <span className={cx(!archive && 'text-ink-2')}>{stripBidiControls(status_message)}</span>}
            {status_message && last_message_preview && ' · '}
            {last_message_preview && (
              <>
                <bdi className="text-ink-2">{getPreviewAuthor(conversation, viewer)}</bdi>
                <bdi>{stripBidiControls(last_message_preview)}</bdi>
              </>
            )}
          </span>
          <UnreadBadge conversation={conversation} />
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate tabular">
            {phone && `${phone} · `}
            <span title={lead_id}>{`#${shortenId(lead_id)}`}</span>
          </span>
          <StateIcons conversation={conversation} />
          {typeof total_messages === 'number' && (
            <span aria-hidden="true" className="flex shrink-0 items-center gap-1 tabular">
              {!isConversationActive(conversation) && <span className="mr-1">encerrada</span>}
              {/* The icon is filled while the conversation is active. */}
              <MessageSquare className={cx('size-3', isConversationActive(conversation) && 'fill-current')} />
              {messageCountFormat.format(total_messages)}
            </span>
          )}
        </span>
      </span>
      <span className="sr-only">{getRowAccessibleText(conversation)}</span>
    </a>
  )
})
