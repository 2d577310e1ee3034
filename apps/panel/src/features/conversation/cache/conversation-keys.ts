import { SEARCH_MIN_CHARS } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { ConversationFilter } from '../../../shared/preferences/preferences.ts'
import { matchesConversationFilter } from './list/sort-and-filter.ts'

/** Cache keys of conversations for TanStack Query. */

/** Filters of a conversation list request. They are part of the cache key, so that each filter has its own pages. */
export interface CachedListQuery {
  readonly needs_attention?: true
  readonly unread?: true
  readonly archive?: true
  readonly phone?: string
}

/** Query for all conversations of an agent, without archived leads. */
export const UNFILTERED_LIST_QUERY: CachedListQuery = {}

export const toListQuery = (filter: ConversationFilter | null, phone: string): CachedListQuery => {
  if (filter === 'needs_attention') return { needs_attention: true }
  if (filter === 'unread') return { unread: true }
  if (filter === 'archived') return { archive: true }
  const text = phone.trim().toLowerCase()
  // Shorter texts match too many conversations for a request; they only filter the loaded conversations.
  return filter === 'phone' && text.length >= SEARCH_MIN_CHARS ? { phone: text } : UNFILTERED_LIST_QUERY
}

/** Whether a conversation belongs to the list that the query requests. */
export const matchesListQuery = (query: CachedListQuery, conversation: Conversation): boolean => {
  if ((query.archive ?? false) !== (conversation.archive ?? false)) return false
  if (query.needs_attention) return matchesConversationFilter(conversation, 'needs_attention', '')
  if (query.unread) return matchesConversationFilter(conversation, 'unread', '')
  return matchesConversationFilter(conversation, 'phone', query.phone ?? '')
}

export const conversationKeys = {
  lists: ['conversations', 'list'] as const,
  agentLists: (agentId: string) => [...conversationKeys.lists, agentId] as const,
  list: (agentId: string, query: CachedListQuery = UNFILTERED_LIST_QUERY) =>
    [...conversationKeys.agentLists(agentId), query] as const,
  search: (agentIds: readonly string[], text: string) => ['conversations', 'found', agentIds, text] as const,
  refreshes: ['conversations', 'refresh'] as const,
  refresh: (agentId: string) => [...conversationKeys.refreshes, agentId] as const,
  threads: ['conversations', 'thread'] as const,
  thread: (leadId: string, conversationId: string) => [...conversationKeys.threads, leadId, conversationId] as const,
  templates: (conversationId: string) => ['conversations', 'templates', conversationId] as const,
  messageInfo: (conversationId: string, messageId: string) => ['conversations', 'info', conversationId, messageId] as const,
  leads: ['leads'] as const,
  lead: (leadId: string) => [...conversationKeys.leads, leadId] as const,
}
export type ConversationListKey = ReturnType<typeof conversationKeys.list>
