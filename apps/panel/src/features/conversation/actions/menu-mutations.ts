import { setAttention } from '@prosa/contract/calls/conversations/conversations'
import { archiveLead } from '@prosa/contract/calls/conversations/leads'
import { mutationOptions, type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { getServerMessage } from '../../../shared/api/errors.ts'
import { notify, notifyError } from '../../../shared/notifications/notifications.ts'
import { updateCachedConversation } from '../cache/update-cached-conversation.ts'
import { createOwnErrorOptions, type MutationTarget, updateCachedLead } from './mutations.ts'

/**
 * Sets or clears the attention mark of a conversation. All menus share the pending state, including a menu that was closed and opened
 * again.
 */

export const useAttentionMutation = ({ _id: id }: MutationTarget) => {
  const client = useQueryClient()
  const mutationKey = ['attention', id]
  const attentionMutation = useMutation({
    ...createOwnErrorOptions(mutationKey),
    mutationKey,
    mutationFn: async ({ _id, lead_id, needs_attention }: MutationTarget & { needs_attention: boolean }) =>
      (await call(setAttention, { params: { leadId: lead_id, conversationId: _id }, body: { needs_attention } })).data,
    onSuccess: ({ needs_attention }, { _id, lead_id }) => {
      updateCachedConversation(client, { leadId: lead_id, conversationId: _id }, (cached) => ({
        ...cached,
        needs_attention,
        ...(needs_attention ? {} : { attention_reason: null }),
      }))
    },
    onError: (error) =>
      notifyError(error, {
        title: 'Ocorreu um erro ao alterar a situação da conversa',
        message: getServerMessage(error, 'Erro ao alterar situação da conversa'),
        subject: mutationKey,
      }),
  })
  return { ...attentionMutation, isPending: useIsMutating({ mutationKey }) > 0 }
}

/** Creates the mutation options that archive or unarchive a lead. After archiving, a notification on any page offers to undo it. */
const createArchiveOptions = (client: QueryClient, leadId: string) => {
  const mutationKey = ['archive', leadId]
  return mutationOptions({
    ...createOwnErrorOptions(mutationKey),
    mutationKey,
    mutationFn: async ({ lead_id, archive }: MutationTarget & { archive: boolean }) =>
      (await call(archiveLead, { params: { id: lead_id }, body: { archive } })).data,
    onSuccess: ({ archive }, target) => {
      updateCachedLead(client, target.lead_id, { archive })
      updateCachedConversation(client, { leadId: target.lead_id, conversationId: target._id }, (cached) => ({
        ...cached,
        archive,
      }))
      if (archive)
        notify.success({ title: 'Lead arquivado', action: { label: 'Desfazer', run: () => unarchiveLead(client, target) } })
    },
    onError: (error) =>
      notifyError(error, {
        title: 'Erro ao arquivar/desarquivar lead',
        message: getServerMessage(error, 'Failed to update archive status'),
        subject: mutationKey,
      }),
  })
}

const unarchiveLead = (client: QueryClient, target: MutationTarget): void => {
  const mutation = client.getMutationCache().build(client, createArchiveOptions(client, target.lead_id))
  mutation.execute({ ...target, archive: false }).catch(() => undefined)
}

export const useArchiveMutation = ({ lead_id }: MutationTarget) => {
  const options = createArchiveOptions(useQueryClient(), lead_id)
  const archiveMutation = useMutation(options)
  return { ...archiveMutation, isPending: useIsMutating({ mutationKey: ['archive', lead_id] }) > 0 }
}
