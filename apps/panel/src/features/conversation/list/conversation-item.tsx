import type { Conversation } from '@prosa/contract/entities/conversation'
import { formatPhone } from '@prosa/contract/rules/phone'
import { Archive, Flag, MessageSquare, Pause, UserRound } from 'lucide-react'
import { memo } from 'react'
import { PATHS } from '../../../shared/config/paths.ts'
import { cx } from '../../../shared/lib/cx.ts'
import { listDate } from '../../../shared/lib/dates.ts'
import { Avatar } from '../../../shared/ui/avatar.tsx'
import { shown } from '../shown-text.ts'
import { useHighlights } from './highlight-store.ts'
import { companyName, leadName, listText, unreadBadge } from './list-text.ts'
import { isActive, messageCount, rowRule, rowWords, shortId } from './row-state.ts'

interface ConversationItemProps {
  conversation: Conversation
  isOpen: boolean
  /** The one row that Tab reaches; the others are reached from it. */
  isReachable: boolean
  /** Changes at midnight and every so often, so that 'ontem' becomes true. */
  today: number
}

/** The row's address; the list turns a plain click on it into a navigation, which is lighter than a router's link per row. */
const conversationPath = (leadId: string, conversationId: string): string =>
  `${PATHS.chat}/${encodeURIComponent(leadId)}/${encodeURIComponent(conversationId)}`

/** What a change leaves on its row for a moment. Listens to its own row only. */
function Highlight({ id }: { id: string }) {
  const mark = useHighlights((marks) => marks[id])
  if (!mark) return null
  return (
    <span key={`${id} ${mark.turn}`} aria-hidden="true" className="absolute inset-0">
      {mark.tint !== 'none' && <span className="row-tint" data-short={mark.tint === 'short' || undefined} />}
      {mark.isFlashing && <span className="row-flash" />}
    </span>
  )
}

function Icons({ conversation }: { conversation: Conversation }) {
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
  isReachable,
  today,
}: ConversationItemProps) {
  const { _id, lead_id, last_client_message_at, status_message, last_message_preview, total_messages } = conversation
  const { name, company } = listText(conversation)
  const phone = formatPhone(conversation.phone)
  const unread = unreadBadge(conversation.unreadCount)
  const rule = rowRule(conversation)
  const title = name || company || phone || 'Lead sem nome'
  return (
    <a
      href={conversationPath(lead_id, _id)}
      data-row={_id}
      tabIndex={isReachable ? 0 : -1}
      aria-current={isOpen ? 'page' : undefined}
      className={cx(
        'group relative flex h-(--row-height) items-center gap-3 pr-3 pl-3.5 text-ink-3 text-meta outline-offset-[-3px] [-webkit-touch-callout:none] hover:bg-hover coarse:select-none',
        isOpen && 'row-open',
      )}
    >
      {rule !== 'none' && <span className="row-rule" data-rule={rule} />}
      <Highlight id={_id} />
      <span className="relative shrink-0">
        {name || company ? (
          <Avatar name={leadName(conversation) || companyName(conversation)} className="size-9" />
        ) : (
          <span className="inline-flex size-9 items-center justify-center rounded-control bg-avatar text-ink-2">
            <UserRound aria-hidden="true" className="size-4" />
          </span>
        )}
        <span
          className={cx(
            'absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-sunken',
            isActive(conversation) ? 'bg-mate' : 'bg-ink-3',
          )}
        />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-baseline gap-2">
          <span className="flex min-w-0 flex-1 items-baseline gap-1.5 text-ui leading-[1.125rem]">
            <bdi className={cx('truncate text-ink', unread ? 'font-bold' : 'font-semibold')}>{title}</bdi>
            {name && company && <bdi className="shrink-0 truncate">{company}</bdi>}
          </span>
          {last_client_message_at && (
            <time dateTime={last_client_message_at} className="shrink-0">
              {listDate(last_client_message_at, today)}
            </time>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate">
            {status_message && <span className="text-ink-2">{shown(status_message)}</span>}
            {status_message && last_message_preview && ' · '}
            {last_message_preview && <bdi>{shown(last_message_preview)}</bdi>}
          </span>
          {unread && (
            <span className="h-4 min-w-4 shrink-0 rounded-[5px] bg-primary px-1 text-center font-bold text-on-primary tabular">
              {unread}
              <span className="sr-only">{unread === '1' ? ' não lida' : ' não lidas'}</span>
            </span>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate tabular">
            {phone && `${phone} · `}
            <span title={lead_id}>{`#${shortId(lead_id)}`}</span>
          </span>
          <Icons conversation={conversation} />
          {typeof total_messages === 'number' && (
            <span aria-hidden="true" className="flex shrink-0 items-center gap-1 tabular">
              <MessageSquare className="size-3" />
              {messageCount.format(total_messages)}
            </span>
          )}
        </span>
      </span>
      <span className="sr-only">{rowWords(conversation)}</span>
    </a>
  )
})
