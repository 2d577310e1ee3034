import type { Lead } from '@prosa/contract/entities/conversations/lead'
import { useQuery } from '@tanstack/react-query'
import { conversationQueries } from '../cache/conversation-queries.ts'

/**
 * Returns a lead's opt-out of unsolicited messages from the cache, without a request. Undefined if the server does not support opt-outs.
 */
export const useLeadOptOut = (leadId: string): Lead['opt_out'] =>
  useQuery({ ...conversationQueries.lead(leadId), enabled: false }).data?.opt_out
