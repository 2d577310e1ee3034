import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { QueryClient } from '@tanstack/react-query'
import { type CachedListQuery, type ConversationListKey, conversationKeys, matchesListQuery } from './conversation-keys.ts'
import { highlightChangedRow } from './list/highlight-store.ts'
import {
  type ConversationListData,
  type ConversationListPage,
  collectConversations,
  removeConversationFromList,
  replaceConversationInList,
  upsertConversationsInList,
} from './list/list-cache.ts'
import type { CachedThread } from './thread/cached-thread.ts'

/** Functions that change cached conversations. No other module changes them, so that all lists and open conversations stay consistent. */

interface ConversationSelector {
  readonly leadId?: string
  readonly conversationId?: string | undefined
}

const matchesSelector = ({ leadId, conversationId }: ConversationSelector, conversation: Conversation): boolean =>
  (leadId === undefined || conversation.lead_id === leadId) &&
  (conversationId === undefined || conversation._id === conversationId)

const updateListData = (
  client: QueryClient,
  key: readonly unknown[],
  change: (data: ConversationListData, query: CachedListQuery, agentId: string) => ConversationListData,
): void => {
  for (const [listKey, data] of client.getQueriesData<ConversationListData>({ queryKey: key })) {
    const [, , agentId, query] = listKey as ConversationListKey
    const changed = data && change(data, query, agentId)
    if (changed && changed !== data) client.setQueryData<ConversationListData>(listKey, changed)
  }
}

/** Returns the conversation from any cached list or open conversation. All copies are the same version. */
const findCachedConversation = (client: QueryClient, selector: ConversationSelector): Conversation | undefined => {
  for (const [, data] of client.getQueriesData<ConversationListData>({ queryKey: conversationKeys.lists })) {
    const match = data && collectConversations(data).find((conversation) => matchesSelector(selector, conversation))
    if (match) return match
  }
  const threads = client.getQueriesData<CachedThread>({ queryKey: conversationKeys.threads })
  return threads.find(([, thread]) => thread && matchesSelector(selector, thread.conversation))?.[1]?.conversation
}

/** Adds, replaces or removes a changed conversation in one cached list, depending on whether it matches the list's query. */
const updateListMembership = (
  data: ConversationListData,
  after: Conversation,
  { query, agentId, before }: { query: CachedListQuery; agentId: string; before: Conversation },
): ConversationListData => {
  const isListed = collectConversations(data).some(({ _id }) => _id === after._id)
  if (!isListed)
    return after.agent_id === agentId && matchesListQuery(query, after) ? upsertConversationsInList(data, [after]) : data
  // If the server does not return `archive`, archived leads stay in the list, with a label (gap G32).
  const leavesList = typeof before.archive === 'boolean' && after.archive !== before.archive && !matchesListQuery(query, after)
  return leavesList ? removeConversationFromList(data, after._id) : replaceConversationInList(data, after)
}

/** Changes one conversation everywhere in the cache and highlights its row. Returns false if the conversation is not cached. */
export const updateCachedConversation = (
  client: QueryClient,
  selector: ConversationSelector,
  change: (conversation: Conversation) => Conversation,
): boolean => {
  const before = findCachedConversation(client, selector)
  if (!before) return false
  const after = change(before)
  if (after === before) return true
  updateListData(client, conversationKeys.lists, (data, query, agentId) =>
    updateListMembership(data, after, { query, agentId, before }),
  )
  for (const [key, thread] of client.getQueriesData<CachedThread>({ queryKey: conversationKeys.threads })) {
    if (thread?.conversation._id === after._id) client.setQueryData<CachedThread>(key, { ...thread, conversation: after })
  }
  highlightChangedRow(before, after)
  return true
}

const highlightChangedRows = (client: QueryClient, agentId: string, received: readonly Conversation[]): void => {
  const data = client.getQueryData<ConversationListData>(conversationKeys.list(agentId))
  const before = new Map((data ? collectConversations(data) : []).map((conversation) => [conversation._id, conversation]))
  for (const conversation of received)
    if (conversation.archive !== true) highlightChangedRow(before.get(conversation._id), conversation)
}

/**
 * Updates all cached lists of the agent with changed conversations. Conversations that no longer match a list's query are removed from that
 * list.
 */
export const updateCachedLists = (client: QueryClient, agentId: string, received: readonly Conversation[]): void => {
  if (received.length === 0) return
  highlightChangedRows(client, agentId, received)
  updateListData(client, conversationKeys.agentLists(agentId), (data, query) => {
    const withMatches = upsertConversationsInList(
      data,
      received.filter((conversation) => matchesListQuery(query, conversation)),
    )
    return received
      .filter((conversation) => !matchesListQuery(query, conversation))
      .reduce((list, { _id }) => removeConversationFromList(list, _id), withMatches)
  })
}

/** Replaces all cached pages of an agent's list by a freshly fetched page. */
export const replaceCachedList = (client: QueryClient, agentId: string, page: ConversationListPage): void => {
  if (client.getQueryData(conversationKeys.list(agentId))) highlightChangedRows(client, agentId, page.conversations)
  client.setQueryData<ConversationListData>(conversationKeys.list(agentId), { pages: [page], pageParams: [null] })
}
