import {
  checkWhatsappNumber,
  createWhatsappNumber,
  deleteWhatsappNumber,
  registerWhatsappNumber,
  updateWhatsappNumber,
} from '@prosa/contract/calls/whatsapp/channels'
import type { CallBody } from '@prosa/contract/define-call'
import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../shared/notifications/notifications.ts'
import { getNumberState } from './numbers/number-state.ts'
import { channelQueries } from './queries.ts'

const OWN_ERROR_OPTIONS = { networkMode: 'always', meta: { showsOwnError: true } } as const

/**
 * Returns a function that refetches the WhatsApp numbers. It runs after every change, even a failed one, because Meta's response may have
 * changed the state of a number.
 */
function useRefetchNumbers() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: channelQueries.whatsapp().queryKey })
}

export function useLinkNumber() {
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async (body: CallBody<typeof createWhatsappNumber>) => (await call(createWhatsappNumber, { body })).data,
    onSuccess: ({ display_number }) => notify.success({ title: `Número ${display_number} ligado.` }),
    onSettled: useRefetchNumbers(),
  })
}

export function useUpdateNumber() {
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async ({ id, ...body }: { id: string } & CallBody<typeof updateWhatsappNumber>) =>
      (await call(updateWhatsappNumber, { params: { id }, body })).data,
    onSuccess: ({ display_number }) => notify.success({ title: `Número ${display_number} alterado.` }),
    onSettled: useRefetchNumbers(),
  })
}

const getCheckSubject = (id: string) => ['whatsapp', 'check', id]

export function useCheckNumber() {
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async (id: string) => (await call(checkWhatsappNumber, { params: { id } })).data,
    onSuccess: (number, id) => {
      const { display_number, status_reason, problems = [] } = number
      const subject = getCheckSubject(id)
      const { tone } = getNumberState(number)
      if (tone === 'success') return notify.success({ title: `A Meta respondeu: ${display_number} está funcionando.`, subject })
      const reason = problems[0]?.text ?? status_reason
      if (tone === 'error') return notify.warning({ title: reason ?? `A Meta recusou o acesso a ${display_number}.`, subject })
      notify.info({
        title: `A Meta respondeu por ${display_number}.`,
        message: reason ?? 'Falta chegar a primeira mensagem: mande um “oi” de outro celular para este número.',
        subject,
      })
    },
    onError: (error, id) =>
      notifyError(error, {
        title: getErrorReason(error, 'A Meta não respondeu. Tente de novo em alguns minutos.'),
        subject: getCheckSubject(id),
      }),
    onSettled: useRefetchNumbers(),
  })
}

export function useRegisterNumber() {
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async ({ id, ...body }: { id: string } & CallBody<typeof registerWhatsappNumber>) =>
      (await call(registerWhatsappNumber, { params: { id }, body })).data,
    onSuccess: ({ display_number }) => notify.success({ title: `Número ${display_number} registrado.` }),
    onSettled: useRefetchNumbers(),
  })
}

export function useUnlinkNumber() {
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async ({ id }: WhatsappNumber) => call(deleteWhatsappNumber, { params: { id } }),
    onSuccess: (_response, { id, display_number }) =>
      notify.success({ title: `Número ${display_number} desligado.`, subject: ['whatsapp', 'unlink', id] }),
    onError: (error, { id }) =>
      notifyError(error, {
        title: getErrorReason(error, 'Não foi possível desligar o número.'),
        subject: ['whatsapp', 'unlink', id],
      }),
    onSettled: useRefetchNumbers(),
  })
}
