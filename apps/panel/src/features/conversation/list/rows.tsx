import type { Conversation } from '@prosa/contract/entities/conversation'
import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { ContextMenu } from '../../../shared/ui/context-menu.tsx'
import { Tooltip } from '../../../shared/ui/tooltip.tsx'
import { ConversationItem } from './conversation-item.tsx'
import { RowFacts } from './row-facts.tsx'
import { RowMenu } from './row-menu.tsx'
import { useToday } from './use-today.ts'

export interface RowsHandle {
  /** Moves the keyboard's place in the list. */
  move: (by: number) => void
  /** Puts the keyboard on the open conversation, or where it was. */
  focus: () => void
}

interface RowsProps {
  ref: Ref<RowsHandle>
  conversations: readonly Conversation[]
  openId: string | undefined
  onNearEnd: () => void
}

const rootFontSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
const ROW_REM = 4
const ROW = '[data-row]'
const NEAR_END_ROWS = 5

/** Only the rows in sight are in the page. One live event renders one row again. */
export function Rows({ ref, conversations, openId, onNearEnd }: RowsProps) {
  const navigate = useNavigate()
  const scroller = useRef<HTMLDivElement>(null)
  const [reachableId, setReachableId] = useState<string | undefined>(openId)
  const [menuId, setMenuId] = useState<string | null>(null)
  const today = useToday()
  const rowHeight = rootFontSize() * ROW_REM

  const virtualizer = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight + 1,
    getItemKey: (index) => conversations[index]?._id ?? index,
    overscan: 6,
    directDomUpdates: true,
  })
  const items = virtualizer.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  const nearEnd = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (lastShown >= conversations.length - NEAR_END_ROWS) nearEnd()
  }, [lastShown, conversations.length])

  const reachable = Math.max(
    0,
    conversations.findIndex(({ _id }) => _id === (reachableId ?? openId)),
  )
  const focusRow = (index: number) => {
    const target = conversations[index]
    if (!target) return
    setReachableId(target._id)
    virtualizer.scrollToIndex(index, { align: 'auto' })
    // The row may only come into the page with the scroll.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(target._id)}"]`)?.focus())
  }
  const move = (by: number) => {
    const isInside = scroller.current?.contains(document.activeElement) ?? false
    const to = isInside ? reachable + by : reachable
    focusRow(Math.min(Math.max(to, 0), conversations.length - 1))
  }
  useImperativeHandle(ref, () => ({ move, focus: () => focusRow(reachable) }))

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -conversations.length, End: conversations.length }
    const by = steps[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(by)
  }
  const onClick = (event: MouseEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>(ROW)?.dataset.row
    const target = conversations.find(({ _id }) => _id === id)
    // A click that asks for another tab or window is the browser's.
    if (!target || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ to: '/chat/$leadId/$conversationId', params: { leadId: target.lead_id, conversationId: target._id } })
  }
  const inMenu = conversations.find(({ _id }) => _id === menuId)

  const facts = (part: HTMLElement) => {
    const pointedAt = conversations.find(({ _id }) => _id === part.dataset.row)
    return pointedAt && <RowFacts conversation={pointedAt} />
  }

  // One menu and one tooltip serve every row: layers for each would weigh on a list of thousands.
  return (
    <ContextMenu
      trigger={
        <div
          className="flex min-h-0 flex-1 flex-col"
          onContextMenuCapture={({ target }) => setMenuId((target as HTMLElement).closest<HTMLElement>(ROW)?.dataset.row ?? null)}
        >
          <Tooltip
            of={ROW}
            side="right"
            content={facts}
            trigger={
              <div
                ref={scroller}
                role="list"
                aria-label="Conversas"
                tabIndex={-1}
                onClick={onClick}
                onKeyDown={onKeyDown}
                onFocus={({ target }) => target.dataset.row && setReachableId(target.dataset.row)}
                className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
              >
                <div ref={virtualizer.containerRef} className="relative w-full">
                  {items.map(({ key, index }) => {
                    const conversation = conversations[index]
                    return (
                      conversation && (
                        <div
                          key={key}
                          ref={virtualizer.measureElement}
                          data-index={index}
                          role="listitem"
                          aria-setsize={conversations.length}
                          aria-posinset={index + 1}
                          className="absolute top-0 left-0 h-[calc(var(--row-height)+1px)] w-full border-line border-b contain-strict"
                        >
                          <ConversationItem
                            conversation={conversation}
                            isOpen={conversation._id === openId}
                            isReachable={index === reachable}
                            today={today}
                          />
                        </div>
                      )
                    )
                  })}
                </div>
              </div>
            }
          />
        </div>
      }
    >
      {inMenu && <RowMenu conversation={inMenu} />}
    </ContextMenu>
  )
}
