import { setAttention } from '@prosa/contract/calls/conversations'
import { archiveLead } from '@prosa/contract/calls/leads'
import { mutationOptions, type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { serverMessageOr } from '../../../shared/api/errors.ts'
import { notify, notifyError } from '../../../shared/notifications.ts'
import { changeConversation } from '../cache/list-writer.ts'
import { changeLead, ownErrorAbout, type Target } from './mutations.ts'

/** Flags a conversation. The pending state is shared by all menus, including one that was closed and opened again. */

export const useAttention = ({ _id: id }: Target) => {
  const client = useQueryClient()
  const mutationKey = ['attention', id]
  const flagging = useMutation({
    ...ownErrorAbout(mutationKey),
    mutationKey,
    mutationFn: async ({ _id, lead_id, needs_attention }: Target & { needs_attention: boolean }) =>
      (await call(setAttention, { params: { leadId: lead_id, conversationId: _id }, body: { needs_attention } })).data,
    onSuccess: ({ needs_attention }, { _id, lead_id }) => {
      changeConversation(client, { leadId: lead_id, conversationId: _id }, (held) => ({
        ...held,
        needs_attention,
        ...(needs_attention ? {} : { attention_reason: null }),
      }))
    },
    onError: (error) =>
      notifyError(error, {
        title: 'Ocorreu um erro ao alterar a situação da conversa',
        message: serverMessageOr(error, 'Erro ao alterar situação da conversa'),
        about: mutationKey,
      }),
  })
  return { ...flagging, isPending: useIsMutating({ mutationKey }) > 0 }
}

/** Archives a lead. The notification offers to undo it on any page. */
const archiving = (client: QueryClient, leadId: string) => {
  const mutationKey = ['archive', leadId]
  return mutationOptions({
    ...ownErrorAbout(mutationKey),
    mutationKey,
    mutationFn: async ({ lead_id, archive }: Target & { archive: boolean }) =>
      (await call(archiveLead, { params: { id: lead_id }, body: { archive } })).data,
    onSuccess: ({ archive }, target) => {
      changeLead(client, target.lead_id, { archive })
      changeConversation(client, { leadId: target.lead_id, conversationId: target._id }, (held) => ({ ...held, archive }))
      if (archive)
        notify.success({ title: 'Lead arquivado', action: { label: 'Desfazer', run: () => unarchive(client, target) } })
    },
    onError: (error) =>
      notifyError(error, {
        title: 'Erro ao arquivar/desarquivar lead',
        message: serverMessageOr(error, 'Failed to update archive status'),
        about: mutationKey,
      }),
  })
}

const unarchive = (client: QueryClient, target: Target): void => {
  const mutation = client.getMutationCache().build(client, archiving(client, target.lead_id))
  mutation.execute({ ...target, archive: false }).catch(() => undefined)
}

export const useArchive = ({ lead_id }: Target) => {
  const options = archiving(useQueryClient(), lead_id)
  const moving = useMutation(options)
  return { ...moving, isPending: useIsMutating({ mutationKey: ['archive', lead_id] }) > 0 }
}
