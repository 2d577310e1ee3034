import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useCallback, useEffect, useEffectEvent, useImperativeHandle, useMemo, useState } from 'react'
import { useToday } from '../../../../shared/formatting/use-today.ts'
import { createRowRecycler } from '../../../../shared/lists/row-recycler.ts'
import { useSession } from '../../../../shared/session/session.ts'
import { ConversationItem } from './conversation-item.tsx'

export interface VirtualRowListHandle {
  scrollTo: (index: number) => void
}

interface VirtualRowListProps {
  ref: Ref<VirtualRowListHandle>
  scroller: HTMLElement | null
  conversations: readonly Conversation[]
  agentName: string
  openId: string | undefined
  /** Index of the row to which Tab moves the focus. */
  tabStopIndex: number
  onNearEnd: () => void
}

const getRootFontSizePx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
const ROW_HEIGHT_REM = 4
const NEAR_END_ROWS = 5
const OVERSCAN_ROWS = 3

/** Returns whether the first render was painted. Further content is rendered only afterwards. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted
}

/** Virtualised list that renders only the visible rows. Scrolling renders only new rows, and an event renders only the changed row. */
export function VirtualRowList({
  ref,
  scroller,
  conversations,
  agentName,
  openId,
  tabStopIndex,
  onNearEnd,
}: VirtualRowListProps) {
  const today = useToday()
  const userId = useSession((state) => state.user?.id ?? '')
  // Memoised, because a new object at each render would render every row again.
  const viewer = useMemo(() => ({ userId, agentName }), [userId, agentName])
  const rowHeight = getRootFontSizePx() * ROW_HEIGHT_REM

  // Memoised, because a new function would make the virtualizer measure every row again at each scroll step.
  const getRowKey = useCallback((index: number) => conversations[index]?._id ?? index, [conversations])
  const virtualizer = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight + 1,
    getItemKey: getRowKey,
    overscan: OVERSCAN_ROWS,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  useImperativeHandle(ref, () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }) }))
  const items = virtualizer.getVirtualItems()
  const [assignSlots] = useState(createRowRecycler)
  const slotByKey = assignSlots(
    items.map(({ key }) => key),
    getRowKey(tabStopIndex),
  )
  const lastRenderedIndex = items.at(-1)?.index ?? 0
  const isPainted = useIsPainted()
  const notifyNearEnd = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (isPainted && lastRenderedIndex >= conversations.length - NEAR_END_ROWS) notifyNearEnd()
  }, [isPainted, lastRenderedIndex, conversations.length])

  return (
    <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
      {items.map(({ key, index, start }) => {
        const conversation = conversations[index]
        return (
          conversation && (
            <div
              key={slotByKey.get(key)}
              role="listitem"
              aria-setsize={conversations.length}
              aria-posinset={index + 1}
              className="absolute left-0 h-[calc(var(--row-height)+1px)] w-full border-line border-b contain-strict"
              style={{ top: start }}
            >
              <ConversationItem
                conversation={conversation}
                isOpen={conversation._id === openId}
                isTabStop={index === tabStopIndex}
                today={today}
                viewer={viewer}
              />
            </div>
          )
        )
      })}
    </div>
  )
}
