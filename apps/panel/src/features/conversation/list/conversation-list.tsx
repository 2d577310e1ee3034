import { useParams } from '@tanstack/react-router'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { serverMessageOr } from '../../../shared/api/errors.ts'
import { chooseConversationFilter, usePreferences } from '../../../shared/preferences.ts'
import { ConnectionLine } from './connection-line.tsx'
import { ListHeader } from './list-header.tsx'
import { EmptyList, FailedList, SkeletonRows } from './list-states.tsx'
import { Rows, type RowsHandle } from './rows.tsx'
import { useConversationList } from './use-conversation-list.ts'
import './list.css'

export interface ConversationListHandle extends RowsHandle {
  /** Opens the phone search with the cursor in it. */
  search: () => void
}

export function ConversationList({ agentId, ref }: { agentId: string; ref: Ref<ConversationListHandle> }) {
  const { conversationId } = useParams({ strict: false })
  const filter = usePreferences((state) => state.conversationFilter)
  const [search, setSearch] = useState('')
  const list = useConversationList(agentId, filter, search)
  const rows = useRef<RowsHandle>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({
    move: (by) => rows.current?.move(by),
    focus: () => rows.current?.focus(),
    search: () => {
      chooseConversationFilter('phone')
      searchBox.current?.focus()
    },
  }))
  const { refreshNow, loadMore } = list
  const onRefresh = () => void refreshNow()

  return (
    <section aria-label="Lista de conversas" className="flex h-full min-h-0 flex-col bg-sunken">
      <ListHeader
        filter={filter}
        search={search}
        onSearch={setSearch}
        searchRef={searchBox}
        isRefreshing={list.isRefreshing}
        onRefresh={onRefresh}
      />
      <Body list={list} isFiltered={filter !== null} onRefresh={onRefresh}>
        <Rows ref={rows} conversations={list.conversations} openId={conversationId} onNearEnd={loadMore} />
      </Body>
      <ConnectionLine />
    </section>
  )
}

interface BodyProps {
  list: ReturnType<typeof useConversationList>
  isFiltered: boolean
  onRefresh: () => void
  children: ReactNode
}

function Body({ list, isFiltered, onRefresh, children }: BodyProps) {
  if (list.hasFailed) {
    const message = serverMessageOr(list.error, 'Failed to load conversations')
    return <FailedList message={message} isBusy={list.isRefreshing} onRetry={onRefresh} />
  }
  if (list.isLoading) return <SkeletonRows />
  if (list.conversations.length === 0)
    return <EmptyList isFiltered={isFiltered} isBusy={list.isRefreshing} onRefresh={onRefresh} />
  return children
}
