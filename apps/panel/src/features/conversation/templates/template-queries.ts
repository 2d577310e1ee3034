import { listTemplates } from '@prosa/contract/calls/channels'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { freshFor } from '../../../shared/api/fresh-for.ts'
import { conversationKeys } from '../cache/keys.ts'

/** Cache time in milliseconds. Approved templates change rarely. */
const FRESH_MS = 5 * 60_000

export const templatesOf = (leadId: string, conversationId: string) =>
  queryOptions({
    queryKey: conversationKeys.templates(conversationId),
    queryFn: async ({ signal }) => (await call(listTemplates, { params: { leadId, conversationId }, signal })).data.templates,
    staleTime: freshFor(FRESH_MS),
    meta: { showsOwnError: true },
  })
