import type { Conversation } from '@prosa/contract/entities/conversation'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { conversationQueries } from '../cache/queries.ts'
import { useActions } from './actions.tsx'
import { type Action, targetOf } from './pause-action.ts'

const NOWHERE = { _id: '', lead_id: '' }

/** Returns the open conversation from the cache, and its actions. */
export function useOpenActions(): { conversation: Conversation | undefined; actions: readonly Action[] } {
  const { leadId = '', conversationId = '' } = useParams({ strict: false })
  const known = { enabled: false } as const
  const { data: thread } = useQuery({ ...conversationQueries.thread(leadId, conversationId), ...known })
  const { data: lead } = useQuery({ ...conversationQueries.lead(leadId), ...known })
  const conversation = thread?.conversation
  const { pause, attention, archive } = useActions(conversation ? targetOf(conversation, lead) : NOWHERE)
  return { conversation, actions: conversation ? [pause, attention, archive] : [] }
}
