import { listWhatsappTemplates } from '@prosa/contract/calls/whatsapp-templates'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { channelQueries } from '../queries.ts'

/** The templates of a number's account; asked again whenever a channel tells of itself (TPL-04). */
export const templatesOfNumber = (id: string) =>
  queryOptions({
    networkMode: 'always',
    queryKey: [...channelQueries.whatsapp().queryKey, 'templates', id],
    queryFn: async ({ signal }) => (await call(listWhatsappTemplates, { params: { id }, signal })).data.templates,
    meta: { showsOwnError: true },
  })
