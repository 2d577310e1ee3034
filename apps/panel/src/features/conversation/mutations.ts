import { markRead, setAttention } from '@prosa/contract/calls/conversations'
import { archiveLead, pauseLead } from '@prosa/contract/calls/leads'
import type { Conversation } from '@prosa/contract/entities/conversation'
import type { Lead } from '@prosa/contract/entities/lead'
import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { serverMessageOr } from '../../shared/api/errors.ts'
import { notify } from '../../shared/notifications.ts'
import { reloadUnread } from './hear.ts'
import { conversationKeys } from './keys.ts'
import { changeConversation } from './list-writer.ts'

/** What a person does to a conversation beside writing. Nothing changes here before the server has said so. */

type Target = Pick<Conversation, '_id' | 'lead_id'>

const ownError = { networkMode: 'always', meta: { showsOwnError: true } } as const

const changeLead = (client: QueryClient, leadId: string, change: Partial<Lead>) => {
  client.setQueryData<Lead>(conversationKeys.lead(leadId), (held) => held && { ...held, ...change })
}

export const useAttention = () => {
  const client = useQueryClient()
  return useMutation({
    ...ownError,
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
      notify.error({
        title: 'Ocorreu um erro ao alterar a situação da conversa',
        message: serverMessageOr(error, 'Erro ao alterar situação da conversa'),
      }),
  })
}

export const usePause = () => {
  const client = useQueryClient()
  return useMutation({
    ...ownError,
    mutationFn: async ({ lead_id, pause }: Target & { pause: boolean }) =>
      (await call(pauseLead, { params: { id: lead_id }, body: { pause } })).data,
    onSuccess: ({ pause }, { _id, lead_id }) => {
      changeLead(client, lead_id, { pause })
      changeConversation(client, { leadId: lead_id, conversationId: _id }, (held) => ({ ...held, pause }))
    },
    onError: (error) => notify.error({ message: serverMessageOr(error, 'Failed to update pause status') }),
  })
}

/** What was archived by a slip of the hand comes back from the toast, wherever the person has gone meanwhile. */
const archiving = (client: QueryClient) =>
  mutationOptions({
    ...ownError,
    mutationFn: async ({ lead_id, archive }: Target & { archive: boolean }) =>
      (await call(archiveLead, { params: { id: lead_id }, body: { archive } })).data,
    onSuccess: ({ archive }, target) => {
      changeLead(client, target.lead_id, { archive })
      changeConversation(client, { leadId: target.lead_id, conversationId: target._id }, (held) => ({ ...held, archive }))
      if (archive)
        notify.success({ title: 'Lead arquivado', action: { label: 'Desfazer', run: () => unarchive(client, target) } })
    },
    onError: (error) =>
      notify.error({
        title: 'Erro ao arquivar/desarquivar lead',
        message: serverMessageOr(error, 'Failed to update archive status'),
      }),
  })

const unarchive = (client: QueryClient, target: Target): void => {
  const mutation = client.getMutationCache().build(client, archiving(client))
  mutation.execute({ ...target, archive: false }).catch(() => undefined)
}

export const useArchive = () => useMutation(archiving(useQueryClient()))

/** The count goes to zero together with the call (gap G03); a failure asks for the true one. */
export const useMarkRead = () => {
  const client = useQueryClient()
  return useMutation({
    ...ownError,
    mutationFn: ({ _id, lead_id, last_seq }: Target & Pick<Conversation, 'last_seq'>) =>
      call(markRead, {
        params: { conversationId: _id },
        body: { leadId: lead_id, ...(typeof last_seq === 'number' ? { uptoSeq: last_seq } : {}) },
      }),
    onMutate: ({ _id }) => {
      changeConversation(client, { conversationId: _id }, (held) => ({ ...held, unreadCount: 0 }))
    },
    onError: (error, { _id }) => {
      notify.error({ message: serverMessageOr(error, 'Failed to mark conversation as read') })
      reloadUnread(client, _id).catch(() => client.invalidateQueries({ queryKey: conversationKeys.refreshes }))
    },
  })
}
