import { useParams } from '@tanstack/react-router'
import { type ReactNode, type Ref, Suspense, useImperativeHandle, useRef, useState } from 'react'
import { lazyComponent } from '../../../shared/lazy-loading/lazy-component.tsx'
import { type ConversationFilter, setConversationFilter, usePreferences } from '../../../shared/preferences/preferences.ts'
import { ListHeader } from './header/list-header.tsx'
import { ConversationRows, type ConversationRowsHandle } from './rows/conversation-rows.tsx'
import { SkeletonRows } from './rows/skeleton-rows.tsx'
import { useConversationList } from './use-conversation-list.ts'
import './list.css'

const [EmptyOrFailedList] = lazyComponent(() => import('./empty-or-failed-list.tsx'))

export interface ConversationListHandle extends ConversationRowsHandle {
  /** Selects the phone filter and focuses its search field. */
  focusSearch: () => void
}

interface ConversationListProps {
  agentId: string
  /** Name of the agent, shown as the author of messages that the agent wrote. */
  agentName?: string | undefined
  banner?: ReactNode
  ref: Ref<ConversationListHandle>
}

export function ConversationList({ agentId, agentName = '', banner, ref }: ConversationListProps) {
  const { conversationId } = useParams({ strict: false })
  const filter = usePreferences((state) => state.conversationFilter)
  const [search, setSearch] = useState('')
  const list = useConversationList(agentId, filter, search)
  const rows = useRef<ConversationRowsHandle>(null)
  const pane = useRef<HTMLElement>(null)
  const searchInput = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({
    moveFocus: (offset) => rows.current?.moveFocus(offset),
    focus: () => (rows.current ? rows.current.focus() : pane.current?.focus()),
    focusSearch: () => {
      setConversationFilter('phone')
      searchInput.current?.focus()
    },
  }))
  const { refreshNow, loadMore } = list
  const onRefresh = () => void refreshNow()

  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label="Lista de conversas"
      className="@container flex h-full min-h-0 flex-col bg-sunken"
    >
      <ListHeader
        agentId={agentId}
        banner={banner}
        filter={filter}
        search={search}
        onSearch={setSearch}
        searchRef={searchInput}
        isRefreshing={list.isRefreshing}
        onRefresh={onRefresh}
      />
      <ListBody list={list} filter={filter} search={search} onRefresh={onRefresh}>
        <ConversationRows
          ref={rows}
          conversations={list.conversations}
          agentName={agentName}
          openId={conversationId}
          onNearEnd={loadMore}
        />
      </ListBody>
    </section>
  )
}

interface ListBodyProps {
  list: ReturnType<typeof useConversationList>
  filter: ConversationFilter | null
  search: string
  onRefresh: () => void
  children: ReactNode
}

function ListBody({ list, filter, search, onRefresh, children }: ListBodyProps) {
  if (list.isLoading) return <SkeletonRows />
  if (list.hasFailed || list.conversations.length === 0) {
    const error = list.hasFailed ? list.error : null
    return (
      <Suspense>
        <EmptyOrFailedList error={error} filter={filter} search={search} isBusy={list.isRefreshing} onRefresh={onRefresh} />
      </Suspense>
    )
  }
  return children
}
