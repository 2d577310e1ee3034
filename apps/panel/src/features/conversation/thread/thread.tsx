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
  composerRef: Ref<{ focus: () => void }>
}

/** Messages and composer of one conversation. It is remounted for another conversation, so that no state is shared. */
export function Thread({ thread, lead, agentName, composerRef }: ThreadProps) {
  const { conversation, messages, olderCursor } = thread
  const { _id: conversationId, lead_id: leadId } = conversation
  const client = useQueryClient()
  const today = useToday()
  const list = useRef<MessageListHandle>(null)
  const entries = useOutbox((state) => state.entries)
  const sender = useMessageSender(leadId, conversationId)
  const { send, retry, discard } = sender
  const lock = useComposerLock(thread)
  const requestMarkRead = useMarkReadWhenSeen(conversation, messages.at(-1)?.seq, list)
  const olderMessages = useMutation({
    mutationFn: () => loadOlderMessages(client, leadId, conversationId),
    networkMode: 'always',
  })

  const userName = useSession((state) => state.user?.name ?? '')
  const hasMedia = useSession(({ user }) => user?.capabilities?.includes('media'))
  const [unread, clearUnread] = useUnreadAtOpening(thread)

  const rows = useMemo(
    () =>
      buildThreadRows({
        messages,
        unsent: filterOutboxByConversation(entries, conversationId),
        hasOlder: olderCursor !== null,
        unread,
        userName,
        now: today,
      }),
    [messages, entries, conversationId, olderCursor, unread, userName, today],
  )

  const newest = messages.at(-1)
  const onNewest = useEffectEvent(() => {
    if (newest && isLeadRole(newest.role)) requestMarkRead('newMessage')
  })
  useEffect(() => onNewest(), [newest?.message_id, conversation.unreadCount])

  const onQueued = () => {
    clearUnread()
    list.current?.scheduleScrollToEnd()
    requestMarkRead('afterSend')
  }
  const onSend = (text: string): boolean => {
    const isQueued = send(text)
    if (isQueued) onQueued()
    return isQueued
  }

  const pauseHint = <AgentPauseHint conversation={conversation} lead={lead} agentName={agentName} />
  const renderTools = (showsRecorder?: boolean) =>
    hasMedia && (
      <div className="size-10 coarse:size-11 shrink-0">
        <Suspense>
          <ComposerButtons
            showsRecorder={showsRecorder}
            conversation={conversation}
            sender={sender}
            lock={lock}
            onQueued={onQueued}
          />
        </Suspense>
      </div>
    )

  return (
    <>
      <MessageList
        ref={list}
        rows={rows}
        agentName={agentName}
        userName={userName}
        today={today}
        hasOlder={olderCursor !== null}
        isLoadingOlder={olderMessages.isPending}
        hasOlderFailed={olderMessages.isError}
        onNearTop={() => olderMessages.mutate()}
        onScroll={(isAtBottom) => isAtBottom && requestMarkRead('scroll')}
        onRetry={retry}
        onDiscard={discard}
      />
      <TypingIndicator leadId={leadId}>{!lock && !lead.pause && <Suspense>{pauseHint}</Suspense>}</TypingIndicator>
      {lead.pause && <Suspense fallback={<div className="h-8 coarse:h-11 shrink-0" />}>{pauseHint}</Suspense>}
      {hasMedia && (
        <Suspense>
          <MessageTools rows={rows} list={list} conversation={conversation} lock={lock} />
        </Suspense>
      )}
      <Composer
        ref={composerRef}
        leadId={leadId}
        conversationId={conversationId}
        lock={lock}
        recoveryAction={
          lock &&
          conversation.channel === 'whatsapp' && (
            <Suspense>
              <ReopenWithTemplateButton
                leadId={leadId}
                conversationId={conversationId}
                onQueued={() => list.current?.scheduleScrollToEnd()}
              />
            </Suspense>
          )
        }
        renderTools={renderTools}
        onSend={onSend}
      />
    </>
  )
}
