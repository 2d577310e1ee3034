import { SCROLL_BOTTOM_TOLERANCE_PX, SCROLL_TO_BOTTOM_DELAY_MS } from '@prosa/contract/constants'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { cx } from '../../../../shared/ui/cx.ts'
import { Spinner } from '../../../../shared/ui/feedback/spinner.tsx'
import type { UnsentMessage } from '../../outbox/outbox.ts'
import { MessageBubble } from '../bubble/message-bubble.tsx'
import { UnsentBubble } from '../bubble/unsent-bubble.tsx'
import { formatUnreadCount, type ThreadRow } from './thread-rows.ts'
import { useIsAtBottom } from './use-is-at-bottom.ts'

const [JumpButtons] = lazyComponent(() => import('../jumps/jump-buttons.tsx'))
const NEAR_TOP_PX = 1_600

export interface MessageListHandle {
  isAtBottom: () => boolean
  /** Returns the element that scrolls. */
  getElement: () => HTMLElement | null
  scrollToRow: (index: number, align: 'center' | 'end') => void
  /** Scrolls up by this many pixels. */
  scrollUp: (px: number) => void
  /** Scrolls to the user's own new message once it is rendered. */
  scheduleScrollToEnd: () => void
}

interface MessageListProps {
  ref: Ref<MessageListHandle>
  rows: readonly ThreadRow[]
  agentName: string
  userName: string
  today: number
  hasOlder: boolean
  isLoadingOlder: boolean
  /** Whether loading the last older page failed; the user can retry. */
  hasOlderFailed: boolean
  onNearTop: () => void
  onScroll: (isAtBottom: boolean) => void
  onRetry: (entry: UnsentMessage) => void
  onDiscard: (entry: UnsentMessage) => void
}

/**
 * List of the messages of a conversation. It scrolls to each new message while the user is at the bottom. It keeps its position when older
 * messages are added above.
 */
export function MessageList({
  ref,
  rows,
  agentName,
  userName,
  today,
  hasOlder,
  isLoadingOlder,
  hasOlderFailed,
  onNearTop,
  onScroll,
  onRetry,
  onDiscard,
}: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [hasNewMessages, setHasNewMessages] = useState(false)
  // Memoised, because a new function would make the virtualizer measure every row again at each scroll step.
  const getRowKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    getItemKey: getRowKey,
    overscan: 4,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: SCROLL_BOTTOM_TOLERANCE_PX,
    paddingStart: 12,
    paddingEnd: 12,
  })
  const scrollToEnd = () => virtualizer.scrollToEnd()
  const { isAtBottom, isAtBottomRef, pauseFollowing } = useIsAtBottom(scroller, (atBottom) => {
    if (atBottom) setHasNewMessages(false)
    onScroll(atBottom)
  })

  const scrollToRow = (index: number, align: 'start' | 'center' | 'end') => {
    pauseFollowing()
    virtualizer.scrollToIndex(index, { align })
  }

  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer])

  const newestKey = rows.at(-1)?.key
  const flagNewMessages = useEffectEvent(() => {
    if (!isAtBottomRef.current) setHasNewMessages(true)
  })
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current && newestKey) flagNewMessages()
    isFirst.current = false
  }, [newestKey])

  const items = virtualizer.getVirtualItems()
  const firstRendered = items[0]
  // A conversation opens at the newest message (VIEW-30, VIEW-31). If the first unread message is above the visible part, a button scrolls
  // to it.
  const firstUnread = rows.findIndex(({ unread }) => unread > 0)
  const [hasJumpedToUnread, setHasJumpedToUnread] = useState(false)
  const unread = (!hasJumpedToUnread && (virtualizer.range?.startIndex ?? 0) > firstUnread && rows[firstUnread]?.unread) || 0
  const notifyNearTop = useEffectEvent(onNearTop)
  const shouldLoadOlder =
    hasOlder && !isLoadingOlder && !hasOlderFailed && firstRendered !== undefined && (virtualizer.scrollOffset ?? 0) < NEAR_TOP_PX
  useEffect(() => {
    if (shouldLoadOlder) notifyNearTop()
  }, [shouldLoadOlder])

  useImperativeHandle(ref, () => ({
    isAtBottom: () => isAtBottomRef.current,
    getElement: () => scroller.current,
    scrollToRow,
    scrollUp: (px) => {
      pauseFollowing()
      scroller.current?.scrollBy(0, -px)
    },
    scheduleScrollToEnd: () => setTimeout(scrollToEnd, SCROLL_TO_BOTTOM_DELAY_MS),
  }))

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Mensagens"
        // If the list is not at the bottom, new rows result from scrolling and must not be announced.
        aria-live={isAtBottom ? 'polite' : 'off'}
        // A scrollable element must be focusable by keyboard.
        tabIndex={0}
        className="flex h-full flex-col overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        {hasOlderFailed && (
          <div className="absolute inset-x-0 top-2 z-10 flex justify-center">
            <Button onClick={onNearTop}>Carregar mensagens anteriores</Button>
          </div>
        )}
        {isLoadingOlder && (
          <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
            <Spinner label="Carregando mensagens anteriores" className="size-5 text-primary" />
          </div>
        )}
        <div className="relative mt-auto w-full shrink-0" style={{ height: virtualizer.getTotalSize() }}>
          <div className="absolute top-0 left-0 w-full" style={{ transform: `translateY(${firstRendered?.start ?? 0}px)` }}>
            {items.map(({ key, index }) => {
              const row = rows[index]
              return (
                row && (
                  <div
                    key={key}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    className={row.isLastOfSpeaker ? 'pb-2' : ''}
                  >
                    <ThreadRowView
                      row={row}
                      agentName={agentName}
                      userName={userName}
                      today={today}
                      onRetry={onRetry}
                      onDiscard={onDiscard}
                    />
                  </div>
                )
              )
            })}
          </div>
        </div>
      </div>
      <p role="status" className="sr-only">
        {hasNewMessages && 'Há mensagens novas abaixo'}
      </p>
      {(unread > 0 || !isAtBottom) && (
        <Suspense>
          <JumpButtons
            unread={unread}
            onJumpToUnread={() => {
              setHasJumpedToUnread(true)
              scrollToRow(firstUnread, 'start')
            }}
            isAtBottom={isAtBottom}
            hasNewMessages={hasNewMessages}
            onJumpToEnd={scrollToEnd}
          />
        </Suspense>
      )}
    </div>
  )
}

type ThreadRowViewProps = { row: ThreadRow } & Pick<
  MessageListProps,
  'agentName' | 'userName' | 'today' | 'onRetry' | 'onDiscard'
>

function ThreadRowView({ row, agentName, userName, today, onRetry, onDiscard }: ThreadRowViewProps) {
  return (
    <>
      {row.dayBefore && <Separator title={row.dayBefore} />}
      {row.unread > 0 && <Separator title={formatUnreadCount(row.unread)} isUnreadMarker />}
      {row.kind === 'message' ? (
        <MessageBubble
          message={row.message}
          reactions={row.reactions}
          isFirstInGroup={row.isFirstInGroup}
          agentName={agentName}
          today={today}
        />
      ) : (
        <UnsentBubble
          entry={row.entry}
          userName={userName}
          isFirstInGroup={row.isFirstInGroup}
          onRetry={onRetry}
          onDiscard={onDiscard}
        />
      )}
      {row.dayAfter && <Separator title={row.dayAfter} />}
    </>
  )
}

function Separator({ title, isUnreadMarker = false }: { title: string; isUnreadMarker?: boolean }) {
  const line = cx('h-px flex-1', isUnreadMarker ? 'bg-primary' : 'bg-line')
  return (
    <div
      className={cx('flex items-center gap-3 px-5 py-3 text-meta', isUnreadMarker ? 'font-semibold text-primary' : 'text-ink-3')}
    >
      <span aria-hidden="true" className={line} />
      <p className="first-letter:uppercase">{title}</p>
      <span aria-hidden="true" className={line} />
    </div>
  )
}
