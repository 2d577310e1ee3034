import type { Conversation } from '@prosa/contract/entities/conversation'
import type { QueryClient } from '@tanstack/react-query'
import { markChange } from './highlight-store.ts'
import type { Thread } from './history.ts'
import { belongsTo, conversationKeys, type ListKey, type ListQuery } from './keys.ts'
import {
  conversationsOf,
  type ListData,
  type ListPage,
  removeConversation,
  replaceConversation,
  upsertConversations,
} from './list-cache.ts'

/** This module alone changes cached conversations, so that all lists and threads are updated together. */

interface Where {
  readonly leadId?: string
  readonly conversationId?: string | undefined
}

const isThere = ({ leadId, conversationId }: Where, conversation: Conversation): boolean =>
  (leadId === undefined || conversation.lead_id === leadId) &&
  (conversationId === undefined || conversation._id === conversationId)

const changeLists = (
  client: QueryClient,
  key: readonly unknown[],
  change: (data: ListData, query: ListQuery, agentId: string) => ListData,
): void => {
  for (const [listKey, data] of client.getQueriesData<ListData>({ queryKey: key })) {
    const [, , agentId, query] = listKey as ListKey
    const changed = data && change(data, query, agentId)
    if (changed && changed !== data) client.setQueryData<ListData>(listKey, changed)
  }
}

/** Returns the conversation from any cached list or thread. All of them have the same version. */
const findConversation = (client: QueryClient, where: Where): Conversation | undefined => {
  for (const [, data] of client.getQueriesData<ListData>({ queryKey: conversationKeys.lists })) {
    const found = data && conversationsOf(data).find((conversation) => isThere(where, conversation))
    if (found) return found
  }
  const threads = client.getQueriesData<Thread>({ queryKey: conversationKeys.threads })
  return threads.find(([, thread]) => thread && isThere(where, thread.conversation))?.[1]?.conversation
}

/** Updates one list with a changed conversation: adds, replaces or removes it according to the list's query. */
const place = (
  data: ListData,
  after: Conversation,
  { query, agentId, before }: { query: ListQuery; agentId: string; before: Conversation },
): ListData => {
  const isHere = conversationsOf(data).some(({ _id }) => _id === after._id)
  if (!isHere) return after.agent_id === agentId && belongsTo(query, after) ? upsertConversations(data, [after]) : data
  // A provider that does not return `archive` keeps archived leads in its list; they stay there with a label (gap G32).
  const leaves = typeof before.archive === 'boolean' && after.archive !== before.archive && !belongsTo(query, after)
  return leaves ? removeConversation(data, after._id) : replaceConversation(data, after)
}

/** Changes one conversation in all caches and highlights its row. Returns false if it is not cached. */
export const changeConversation = (
  client: QueryClient,
  where: Where,
  change: (conversation: Conversation) => Conversation,
): boolean => {
  const before = findConversation(client, where)
  if (!before) return false
  const after = change(before)
  if (after === before) return true
  changeLists(client, conversationKeys.lists, (data, query, agentId) => place(data, after, { query, agentId, before }))
  for (const [key, thread] of client.getQueriesData<Thread>({ queryKey: conversationKeys.threads })) {
    if (thread?.conversation._id === after._id) client.setQueryData<Thread>(key, { ...thread, conversation: after })
  }
  markChange(before, after)
  return true
}

const markAll = (client: QueryClient, agentId: string, told: readonly Conversation[]): void => {
  const data = client.getQueryData<ListData>(conversationKeys.list(agentId))
  const before = new Map((data ? conversationsOf(data) : []).map((conversation) => [conversation._id, conversation]))
  for (const conversation of told) if (conversation.archive !== true) markChange(before.get(conversation._id), conversation)
}

/** Updates each list of the agent with changed conversations: adds those that belong to it and removes others. */
export const tellLists = (client: QueryClient, agentId: string, told: readonly Conversation[]): void => {
  if (told.length === 0) return
  markAll(client, agentId, told)
  changeLists(client, conversationKeys.agentLists(agentId), (data, query) => {
    const kept = upsertConversations(
      data,
      told.filter((conversation) => belongsTo(query, conversation)),
    )
    return told
      .filter((conversation) => !belongsTo(query, conversation))
      .reduce((list, { _id }) => removeConversation(list, _id), kept)
  })
}

/** Replaces all loaded pages by a freshly loaded list. */
export const replaceList = (client: QueryClient, agentId: string, page: ListPage): void => {
  if (client.getQueryData(conversationKeys.list(agentId))) markAll(client, agentId, page.conversations)
  client.setQueryData<ListData>(conversationKeys.list(agentId), { pages: [page], pageParams: [null] })
}
