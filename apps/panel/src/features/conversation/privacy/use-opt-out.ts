import type { Lead } from '@prosa/contract/entities/lead'
import { useQuery } from '@tanstack/react-query'
import { conversationQueries } from '../cache/queries.ts'

/** A lead's wish for no messages, as the open conversation knows it: asks nothing of its own. Undefined: the provider does not say. */
export const useOptOut = (leadId: string): Lead['opt_out'] =>
  useQuery({ ...conversationQueries.lead(leadId), enabled: false }).data?.opt_out
