import type { Lead } from '@prosa/contract/entities/conversations/lead'
import { isLeadRole } from '@prosa/contract/entities/conversations/message'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Ref, Suspense, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useToday } from '../../../shared/formatting/use-today.ts'
import { lazyComponent } from '../../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../../shared/session/session.ts'
import type { CachedThread as ThreadData } from '../cache/thread/cached-thread.ts'
import { loadOlderMessages } from '../cache/thread/load-thread.ts'
import type { ComposerButtonsProps } from '../composer/files/composer-buttons.tsx'
import { useMessageSender } from '../composer/sending/use-message-sender.ts'
import { Composer } from '../composer/text/composer.tsx'
import { useComposerLock } from '../composer/text/use-composer-lock.ts'
import { filterOutboxByConversation } from '../outbox/outbox.ts'
import { useOutbox } from '../outbox/outbox-store.ts'
import { MessageList, type MessageListHandle } from './message-list/message-list.tsx'
import { buildThreadRows } from './message-list/thread-rows.ts'
import { useMarkReadWhenSeen } from './message-list/use-mark-read-when-seen.ts'
import { useUnreadAtOpening } from './message-list/use-unread-at-opening.ts'
import { TypingIndicator } from './typing-indicator.tsx'
import './thread.css'

const [AgentPauseHint] = lazyComponent(() => import('../composer/text/agent-pause-hint.tsx'))
const [MessageTools] = lazyComponent(() => import('./message-actions/message-tools.tsx'))
const [ComposerButtons] = lazyComponent<ComposerButtonsProps>(() => import('../composer/files/files-chunk.ts'))
const [ReopenWithTemplateButton] = lazyComponent(() => import('../composer/templates/reopen-with-template.tsx'))

interface ThreadProps {
  thread: ThreadData
  lead: Lead
  agentName: string
  composer: Ref<{ focus: () => void }>
}

/** Messages and composer of one conversation. It is remounted for another conversation, so that no state is shared. */
export function Thread({ thread, lead, agentName, composer }: ThreadProps) {
  const { conversation, messages, olderCursor } = thread
  const { _id: conversationId, lead_id: leadId } = conversation
  const client = useQueryClient()
  const today = useToday()
  const list = useRef<MessageListHandle>(null)
  const entries = useOutbox((state) => state.entries)
  const sending = useMessageSender(leadId, conversationId)
  const { send, sendAgain, giveUp } = sending
  const lock = useComposerLock(thread)
  const askRead = useMarkReadWhenSeen(conversation, messages.at(-1)?.seq, list)
  const older = useMutation({ mutationFn: () => loadOlderMessages(client, leadId, conversationId), networkMode: 'always' })

  const me = useSession((state) => state.user?.name ?? '')
  const hasMedia = useSession(({ user }) => user?.capabilities?.includes('media'))
  const [unread, forgetUnread] = useUnreadAtOpening(thread)

  const rows = useMemo(
    () =>
      buildThreadRows({
        messages,
        unsent: filterOutboxByConversation(entries, conversationId),
        hasOlder: olderCursor !== null,
        unread,
        me,
        now: today,
      }),
    [messages, entries, conversationId, olderCursor, unread, me, today],
  )

  const newest = messages.at(-1)
  const onNewest = useEffectEvent(() => {
    if (newest && isLeadRole(newest.role)) askRead('newMessage')
  })
  useEffect(() => onNewest(), [newest?.message_id, conversation.unreadCount])

  const onPut = () => {
    forgetUnread()
    list.current?.followSoon()
    askRead('afterSend')
  }
  const onSend = (text: string): boolean => {
    const taken = send(text)
    if (taken) onPut()
    return taken
  }

  const whoseTurn = <AgentPauseHint conversation={conversation} lead={lead} agentName={agentName} />
  const tool = (records?: boolean) =>
    hasMedia && (
      <div className="size-10 coarse:size-11 shrink-0">
        <Suspense>
          <ComposerButtons records={records} conversation={conversation} sending={sending} lock={lock} onPut={onPut} />
        </Suspense>
      </div>
    )

  return (
    <>
      <MessageList
        ref={list}
        rows={rows}
        agentName={agentName}
        me={me}
        today={today}
        hasOlder={olderCursor !== null}
        isLoadingOlder={older.isPending}
        hasOlderFailed={older.isError}
        onNearTop={() => older.mutate()}
        onScroll={(isAtBottom) => isAtBottom && askRead('scroll')}
        onRetry={sendAgain}
        onGiveUp={giveUp}
      />
      <TypingIndicator leadId={leadId}>{!lock && !lead.pause && <Suspense>{whoseTurn}</Suspense>}</TypingIndicator>
      {lead.pause && <Suspense fallback={<div className="h-8 coarse:h-11 shrink-0" />}>{whoseTurn}</Suspense>}
      {hasMedia && (
        <Suspense>
          <MessageTools rows={rows} list={list} conversation={conversation} lock={lock} />
        </Suspense>
      )}
      <Composer
        ref={composer}
        leadId={leadId}
        conversationId={conversationId}
        lock={lock}
        wayOut={
          lock &&
          conversation.channel === 'whatsapp' && (
            <Suspense>
              <ReopenWithTemplateButton
                leadId={leadId}
                conversationId={conversationId}
                onPut={() => list.current?.followSoon()}
              />
            </Suspense>
          )
        }
        tool={tool}
        onSend={onSend}
      />
    </>
  )
}
