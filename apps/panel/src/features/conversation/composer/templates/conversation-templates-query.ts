import { listTemplates } from '@prosa/contract/calls/whatsapp/channels'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../shared/api/api-client.ts'
import { createStaleTime } from '../../../../shared/api/stale-time.ts'
import { conversationKeys } from '../../cache/conversation-keys.ts'

/** Time in milliseconds for which the templates are not fetched again. Approved templates change rarely. */
const TEMPLATES_STALE_MS = 5 * 60_000

export const conversationTemplatesQuery = (leadId: string, conversationId: string) =>
  queryOptions({
    queryKey: conversationKeys.templates(conversationId),
    queryFn: async ({ signal }) => (await call(listTemplates, { params: { leadId, conversationId }, signal })).data.templates,
    staleTime: createStaleTime(TEMPLATES_STALE_MS),
    meta: { showsOwnError: true },
  })
