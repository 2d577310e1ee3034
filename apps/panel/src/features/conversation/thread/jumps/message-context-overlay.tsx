import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '../../../../shared/api/api-client.ts'
import { getServerMessage } from '../../../../shared/api/errors.ts'
import { useToday } from '../../../../shared/formatting/use-today.ts'
import { notifyError } from '../../../../shared/notifications/notifications.ts'
import { useSession } from '../../../../shared/session/session.ts'
import { Spinner } from '../../../../shared/ui/feedback/spinner.tsx'
import { mergeMessages } from '../../cache/thread/cached-thread.ts'
import type { ConversationRef } from '../../cache/thread/load-thread.ts'
import { useSelectedAgent } from '../../cache/use-selected-agent.ts'
import { MessageList, type MessageListHandle } from '../message-list/message-list.tsx'
import { buildThreadRows, type ThreadRow } from '../message-list/thread-rows.ts'
import { JumpToEndButton } from './jump-to-end-button.tsx'
import { messageContextKeys } from './message-context-keys.ts'
import { useJumpTarget } from './use-jump-target.ts'

const PAGE_SIZE = 50
const NOT_FOUND = 'Não foi possível ir até a mensagem.'

type PageParams = { around: string } | { newer: string; limit: number } | { cursor: string; limit: number }

const getInitialPage = (target: string): PageParams => ({ around: target })

/** Fetches a message with the messages around it in one request (MEDIA-16), and further pages in both directions. */
const useMessageContext = (conversationRef: ConversationRef, target: string) =>
  useInfiniteQuery({
    networkMode: 'always',
    meta: { showsOwnError: true },
    queryKey: messageContextKeys.message(conversationRef.conversationId, target),
    queryFn: async ({ signal, pageParam }) =>
      (await call(getConversation, { params: { ...conversationRef }, query: pageParam, signal })).data,
    initialPageParam: getInitialPage(target),
    getNextPageParam: ({ newerCursor }) => (newerCursor ? { newer: newerCursor, limit: PAGE_SIZE } : undefined),
    getPreviousPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor, limit: PAGE_SIZE } : undefined),
    // The messages are fetched once, and removed from the cache after the overlay closes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

type MessageListRef = RefObject<MessageListHandle | null>

interface MessageContextOverlayProps {
  conversation: Conversation
  /** Message list of the conversation behind the overlay. */
  mainList: MessageListRef
  /** Rows of `mainList`. */
  mainRows: readonly ThreadRow[]
  /** Id of the message to show. */
  target: string
  onClose: () => void
  /** Renders the tools for the messages in the overlay, such as the menu. */
  children: (rows: readonly ThreadRow[], list: MessageListRef) => ReactNode
}

/**
 * Overlay that shows a message that the conversation has not loaded, with the messages around it. This keeps the loaded conversation
 * without gaps. Closes by its button, when the user sends a message, or after scrolling to the newest message.
 */
export default function MessageContextOverlay({
  conversation,
  mainList,
  mainRows,
  target,
  onClose,
  children,
}: MessageContextOverlayProps) {
  const conversationRef = { leadId: conversation.lead_id, conversationId: conversation._id }
  const contextQuery = useMessageContext(conversationRef, target)
  const pages = contextQuery.data?.pages
  const userName = useSession((state) => state.user?.name ?? '')
  const agentName = useSelectedAgent()?.name ?? ''
  const today = useToday()
  const list = useRef<MessageListHandle>(null)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const [hasInteracted, setHasInteracted] = useState(false)
  const hasOlder = contextQuery.hasPreviousPage
  const rows = useMemo(
    () =>
      pages
        ? buildThreadRows({
            messages: mergeMessages(
              [],
              pages.flatMap(({ history }) => history),
            ),
            unsent: [],
            hasOlder,
            userName,
            now: today,
          })
        : null,
    [pages, hasOlder, userName, today],
  )

  const isLoaded = rows !== null
  useLayoutEffect(() => {
    const logElement = mainList.current?.getElement()
    if (!logElement || !isLoaded) return
    setContainer(logElement.parentElement)
    logElement.toggleAttribute('inert', true)
    logElement.parentElement?.toggleAttribute('data-covered', true)
    // Scrolls the list behind the overlay away from its end, so that messages that arrive there are not marked as read.
    mainList.current?.scrollUp(SCROLL_AWAY_PX)
    return () => {
      logElement.toggleAttribute('inert', false)
      logElement.parentElement?.toggleAttribute('data-covered', false)
    }
  }, [mainList, isLoaded])

  // Scrolls to the target message when it is rendered.
  useEffect(() => {
    if (container) useJumpTarget.setState({ messageId: target })
  }, [container, target])

  const returnToEnd = () => {
    mainList.current?.scheduleScrollToEnd()
    onClose()
  }
  const handleLoadError = useEffectEvent((error: unknown) => {
    notifyError(error, {
      message: getServerMessage(error, NOT_FOUND),
      subject: messageContextKeys.message(conversationRef.conversationId, target),
    })
    useJumpTarget.setState({ searchConversationId: undefined })
    onClose()
  })
  useEffect(() => {
    if (contextQuery.error && !isLoaded) handleLoadError(contextQuery.error)
  }, [contextQuery.error, isLoaded])

  const newest = mainRows.at(-1)
  const [newestKeyAtOpening] = useState(newest?.key)
  const hasNewMessages = newest?.key !== newestKeyAtOpening
  const onOwnMessage = useEffectEvent(returnToEnd)
  useEffect(() => {
    if (hasNewMessages && newest?.kind === 'unsent') onOwnMessage()
  }, [hasNewMessages, newest?.kind])

  useKeepPositionOnAppend(list, rows?.length ?? 0, pages?.at(-1))

  if (!rows || !container) return <LoadingNotice list={mainList} />
  return createPortal(
    <div
      className="absolute inset-0 z-10 flex flex-col bg-bg [&_[role=log]~button]:hidden"
      onWheel={() => setHasInteracted(true)}
      onTouchMove={() => setHasInteracted(true)}
      onKeyDown={() => setHasInteracted(true)}
      onPointerDown={() => setHasInteracted(true)}
    >
      <MessageList
        ref={list}
        rows={rows}
        agentName={agentName}
        userName={userName}
        today={today}
        // Loads older pages only after the user has scrolled.
        hasOlder={hasOlder && hasInteracted}
        isLoadingOlder={contextQuery.isFetchingPreviousPage}
        hasOlderFailed={contextQuery.isFetchPreviousPageError}
        onNearTop={() => void contextQuery.fetchPreviousPage()}
        onScroll={(isAtBottom) => {
          if (!isAtBottom || !hasInteracted || contextQuery.isFetching) return
          if (contextQuery.hasNextPage) void contextQuery.fetchNextPage()
          else returnToEnd()
        }}
        onRetry={IGNORE_UNSENT}
        onDiscard={IGNORE_UNSENT}
      />
      <JumpToEndButton hasNewMessages={hasNewMessages} onPress={returnToEnd} />
      {children(rows, list)}
    </div>,
    container,
  )
}

/** Distance in pixels that is larger than the tolerance for being at the bottom. */
const SCROLL_AWAY_PX = 300
/** Callback that does nothing, because the overlay shows no unsent messages. */
const IGNORE_UNSENT = () => undefined

/**
 * Keeps the scroll position when a page of newer messages is appended. Otherwise a list that is scrolled to its end would scroll to the new
 * end.
 */
function useKeepPositionOnAppend(list: MessageListRef, count: number, lastPage: object | undefined): void {
  const previous = useRef({ count, lastPage })
  useEffect(() => {
    const last = previous.current
    previous.current = { count, lastPage }
    if (!last.lastPage || last.lastPage === lastPage || count <= last.count) return
    list.current?.scrollToRow(last.count - 1, 'end')
  }, [list, count, lastPage])
}

function LoadingNotice({ list }: { list: MessageListRef }) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setContainer(list.current?.getElement()?.parentElement ?? null), [list])
  return (
    container &&
    createPortal(
      <p className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
        <Spinner label="Buscando a mensagem" className="size-5 text-primary" />
      </p>,
      container,
    )
  )
}
