import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import { useLostFocus } from '../../../../shared/ui/focus/use-lost-focus.ts'
import { Tooltip } from '../../../../shared/ui/layers/tooltip.tsx'
import { ContextMenu } from '../../../../shared/ui/menus/context-menu.tsx'
import { VirtualRowList, type VirtualRowListHandle } from './virtual-row-list.tsx'

export interface ConversationRowsHandle {
  /** Moves the focus by a number of rows; negative numbers move up. */
  moveFocus: (offset: number) => void
  /** Focuses the row of the open conversation, or the row that was focused last. */
  focus: () => void
}

interface ConversationRowsProps {
  ref: Ref<ConversationRowsHandle>
  conversations: readonly Conversation[]
  agentName: string
  openId: string | undefined
  onNearEnd: () => void
}

const ROW_SELECTOR = '[data-row]'
const [RowTooltip] = lazyComponent(() => import('./row-tooltip.tsx'))
const [RowMenu, prefetchRowMenu] = lazyComponent(() => import('./row-menu.tsx'))

/** List of conversation rows with keyboard navigation. All rows share one context menu and one tooltip. */
export function ConversationRows({ ref, conversations, agentName, openId, onNearEnd }: ConversationRowsProps) {
  const navigate = useNavigate()
  // A state instead of a ref, because the rows need the element before the parent's ref is set.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const rows = useRef<VirtualRowListHandle>(null)
  const { isFocusLost, onFocus, onBlur } = useLostFocus()
  const [tabStopId, setTabStopId] = useState<string | undefined>(openId)
  const [menuId, setMenuId] = useState<string | null>(null)
  const tabStopMatch = useMemo(
    () => conversations.findIndex(({ _id }) => _id === (tabStopId ?? openId)),
    [conversations, tabStopId, openId],
  )
  const [lastTabStopIndex, setLastTabStopIndex] = useState(0)
  if (tabStopMatch >= 0 && tabStopMatch !== lastTabStopIndex) setLastTabStopIndex(tabStopMatch)
  const tabStopIndex = tabStopMatch >= 0 ? tabStopMatch : Math.max(0, Math.min(lastTabStopIndex, conversations.length - 1))
  const getRowElement = (id: string) => scroller?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  const focusRow = (index: number) => {
    const target = conversations[index]
    if (!target) return
    setTabStopId(target._id)
    rows.current?.scrollTo(index)
    // The row may not be rendered before the list has scrolled.
    requestAnimationFrame(() => getRowElement(target._id)?.focus())
  }
  const moveFocus = (offset: number) => {
    const isInside = scroller?.contains(document.activeElement) ?? false
    const nextIndex = isInside ? tabStopIndex + offset : tabStopIndex
    focusRow(Math.min(Math.max(nextIndex, 0), conversations.length - 1))
  }
  // If the focused row is removed from the list, for example archived, the row in its place gets the focus.
  const restoreFocus = useEffectEvent(() => {
    const next = conversations[tabStopIndex]
    if (next && isFocusLost()) getRowElement(next._id)?.focus({ preventScroll: true })
  })
  const isTabStopGone = tabStopMatch < 0
  useEffect(() => {
    if (isTabStopGone) restoreFocus()
  }, [isTabStopGone])
  useImperativeHandle(ref, () => ({ moveFocus: moveFocus, focus: () => focusRow(tabStopIndex) }))

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -conversations.length, End: conversations.length }
    const offset = steps[event.key]
    if (offset === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    moveFocus(offset)
  }
  const onClick = (event: MouseEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>(ROW_SELECTOR)?.dataset.row
    const target = conversations.find(({ _id }) => _id === id)
    // The browser handles clicks that open another tab or window.
    if (!target || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ to: '/chat/$leadId/$conversationId', params: { leadId: target.lead_id, conversationId: target._id } })
  }
  const menuConversation = conversations.find(({ _id }) => _id === menuId)

  const renderTooltip = (row: HTMLElement) => {
    const hoveredConversation = conversations.find(({ _id }) => _id === row.dataset.row)
    return hoveredConversation && <RowTooltip conversation={hoveredConversation} />
  }

  // One menu and one tooltip serve all rows, because separate ones would slow down a list of thousands.
  return (
    <ContextMenu
      trigger={
        <div
          className="flex min-h-0 flex-1 flex-col"
          onPointerEnter={prefetchRowMenu}
          onContextMenuCapture={({ target }) =>
            setMenuId((target as HTMLElement).closest<HTMLElement>(ROW_SELECTOR)?.dataset.row ?? null)
          }
        >
          <Tooltip
            targetSelector={ROW_SELECTOR}
            side="right"
            content={renderTooltip}
            trigger={
              <div
                ref={setScroller}
                role="list"
                aria-label="Conversas"
                tabIndex={-1}
                onClick={onClick}
                onKeyDown={onKeyDown}
                onFocus={(event) => {
                  onFocus(event)
                  if (event.target.dataset.row) setTabStopId(event.target.dataset.row)
                }}
                onBlur={onBlur}
                className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
              >
                <VirtualRowList
                  ref={rows}
                  scroller={scroller}
                  conversations={conversations}
                  agentName={agentName}
                  openId={openId}
                  tabStopIndex={tabStopIndex}
                  onNearEnd={onNearEnd}
                />
              </div>
            }
          />
        </div>
      }
    >
      {menuConversation && <RowMenu conversation={menuConversation} />}
    </ContextMenu>
  )
}
