import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { conversationQueries } from '../cache/conversation-queries.ts'
import { useConversationActions } from './conversation-actions.tsx'
import { type ConversationAction, toActionTarget } from './pause-action.ts'

const NO_TARGET = { _id: '', lead_id: '' }

/** Returns the open conversation from the cache, and its actions. */
export function useOpenConversationActions(): { conversation: Conversation | undefined; actions: readonly ConversationAction[] } {
  const { leadId = '', conversationId = '' } = useParams({ strict: false })
  const cacheOnly = { enabled: false } as const
  const { data: thread } = useQuery({ ...conversationQueries.thread(leadId, conversationId), ...cacheOnly })
  const { data: lead } = useQuery({ ...conversationQueries.lead(leadId), ...cacheOnly })
  const conversation = thread?.conversation
  const { pause, attention, archive } = useConversationActions(conversation ? toActionTarget(conversation, lead) : NO_TARGET)
  return { conversation, actions: conversation ? [pause, attention, archive] : [] }
}
