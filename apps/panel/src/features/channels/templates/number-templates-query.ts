import { listWhatsappTemplates } from '@prosa/contract/calls/whatsapp/whatsapp-templates'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { channelQueries } from '../queries.ts'

/** Query for the message templates of a WhatsApp number's account. It is refetched on each channel event (TPL-04). */
export const numberTemplatesQuery = (id: string) =>
  queryOptions({
    networkMode: 'always',
    queryKey: [...channelQueries.whatsapp().queryKey, 'templates', id],
    queryFn: async ({ signal }) => (await call(listWhatsappTemplates, { params: { id }, signal })).data.templates,
    meta: { showsOwnError: true },
  })
