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
const useMessageContext = (place: ConversationRef, target: string) =>
  useInfiniteQuery({
    networkMode: 'always',
    meta: { showsOwnError: true },
    queryKey: messageContextKeys.message(place.conversationId, target),
    queryFn: async ({ signal, pageParam }) =>
      (await call(getConversation, { params: { ...place }, query: pageParam, signal })).data,
    initialPageParam: getInitialPage(target),
    getNextPageParam: ({ newerCursor }) => (newerCursor ? { newer: newerCursor, limit: PAGE_SIZE } : undefined),
    getPreviousPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor, limit: PAGE_SIZE } : undefined),
    // The messages are fetched once and not kept in the cache after the overlay closes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

type MessageListRef = RefObject<MessageListHandle | null>

interface MessageContextOverlayProps {
  conversation: Conversation
  /** Message list of the conversation behind the overlay. `near`: rows of that list. */
  nearList: MessageListRef
  near: readonly ThreadRow[]
  /** Id of the message to show. */
  target: string
  onClose: () => void
  /** Renders the tools for the messages in the overlay, such as the menu. */
  children: (rows: readonly ThreadRow[], list: MessageListRef) => ReactNode
}

/**
 * Overlay that shows a message with the messages around it, if the conversation has not loaded them. The conversation behind it has no gap
 * that way. The overlay closes by its button, when the user sends a message, or after scrolling to the newest message.
 */
export default function MessageContextOverlay({
  conversation,
  nearList,
  near,
  target,
  onClose,
  children,
}: MessageContextOverlayProps) {
  const place = { leadId: conversation.lead_id, conversationId: conversation._id }
  const around = useMessageContext(place, target)
  const pages = around.data?.pages
  const me = useSession((state) => state.user?.name ?? '')
  const agentName = useSelectedAgent()?.name ?? ''
  const today = useToday()
  const list = useRef<MessageListHandle>(null)
  const [ground, setGround] = useState<HTMLElement | null>(null)
  const [isReading, setReading] = useState(false)
  const hasOlder = around.hasPreviousPage
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
            me,
            now: today,
          })
        : null,
    [pages, hasOlder, me, today],
  )

  const isHere = rows !== null
  useLayoutEffect(() => {
    const log = nearList.current?.element()
    if (!log || !isHere) return
    setGround(log.parentElement)
    log.toggleAttribute('inert', true)
    log.parentElement?.toggleAttribute('data-covered', true)
    // Scrolls the list behind the overlay away from its end, so that messages that arrive there are not marked as read.
    nearList.current?.scrollUp(SCROLL_AWAY_PX)
    return () => {
      log.toggleAttribute('inert', false)
      log.parentElement?.toggleAttribute('data-covered', false)
    }
  }, [nearList, isHere])

  // Scrolls to the target message when it is rendered.
  useEffect(() => {
    if (ground) useJumpTarget.setState({ to: target })
  }, [ground, target])

  const end = () => {
    nearList.current?.followSoon()
    onClose()
  }
  const fail = useEffectEvent((error: unknown) => {
    notifyError(error, {
      message: getServerMessage(error, NOT_FOUND),
      about: messageContextKeys.message(place.conversationId, target),
    })
    useJumpTarget.setState({ of: undefined })
    onClose()
  })
  useEffect(() => {
    if (around.error && !isHere) fail(around.error)
  }, [around.error, isHere])

  const newest = near.at(-1)
  const [newestThen] = useState(newest?.key)
  const hasNews = newest?.key !== newestThen
  const leave = useEffectEvent(end)
  useEffect(() => {
    if (hasNews && newest?.kind === 'unsent') leave()
  }, [hasNews, newest?.kind])

  useKeepPositionOnAppend(list, rows?.length ?? 0, pages?.at(-1))

  if (!rows || !ground) return <LoadingNotice list={nearList} />
  return createPortal(
    <div
      className="absolute inset-0 z-10 flex flex-col bg-bg [&_[role=log]~button]:hidden"
      onWheel={() => setReading(true)}
      onTouchMove={() => setReading(true)}
      onKeyDown={() => setReading(true)}
      onPointerDown={() => setReading(true)}
    >
      <MessageList
        ref={list}
        rows={rows}
        agentName={agentName}
        me={me}
        today={today}
        // Loads older pages only after the user has scrolled.
        hasOlder={hasOlder && isReading}
        isLoadingOlder={around.isFetchingPreviousPage}
        hasOlderFailed={around.isFetchPreviousPageError}
        onNearTop={() => void around.fetchPreviousPage()}
        onScroll={(isAtBottom) => {
          if (!isAtBottom || !isReading || around.isFetching) return
          if (around.hasNextPage) void around.fetchNextPage()
          else end()
        }}
        onRetry={IGNORE_UNSENT}
        onGiveUp={IGNORE_UNSENT}
      />
      <JumpToEndButton hasNews={hasNews} onPress={end} />
      {children(rows, list)}
    </div>,
    ground,
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
  const held = useRef({ count, lastPage })
  useEffect(() => {
    const before = held.current
    held.current = { count, lastPage }
    if (!before.lastPage || before.lastPage === lastPage || count <= before.count) return
    list.current?.scrollToRow(before.count - 1, 'end')
  }, [list, count, lastPage])
}

function LoadingNotice({ list }: { list: MessageListRef }) {
  const [ground, setGround] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setGround(list.current?.element()?.parentElement ?? null), [list])
  return (
    ground &&
    createPortal(
      <p className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
        <Spinner label="Buscando a mensagem" className="size-5 text-primary" />
      </p>,
      ground,
    )
  )
}
