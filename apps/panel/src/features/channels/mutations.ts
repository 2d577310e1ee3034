import {
  checkWhatsappNumber,
  createWhatsappNumber,
  deleteWhatsappNumber,
  registerWhatsappNumber,
  updateWhatsappNumber,
} from '@prosa/contract/calls/channels'
import type { BodyOf } from '@prosa/contract/define-call'
import type { WhatsappNumber } from '@prosa/contract/entities/channel'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { reasonOf } from '../../shared/api/reason.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../shared/notifications.ts'
import { stateOf } from './number-state.ts'
import { channelQueries } from './queries.ts'

const OWN_ERROR = { networkMode: 'always', meta: { showsOwnError: true } } as const

/**
 * Returns a function that refetches the numbers. Called after every change, even a failed one, because Meta's response may have changed a
 * number's state.
 */
function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: channelQueries.whatsapp().queryKey })
}

export function useLinkNumber() {
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: async (body: BodyOf<typeof createWhatsappNumber>) => (await call(createWhatsappNumber, { body })).data,
    onSuccess: ({ display_number }) => notify.success({ title: `Número ${display_number} ligado.` }),
    onSettled: useRefresh(),
  })
}

export function useChangeNumber() {
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: async ({ id, ...body }: { id: string } & BodyOf<typeof updateWhatsappNumber>) =>
      (await call(updateWhatsappNumber, { params: { id }, body })).data,
    onSuccess: ({ display_number }) => notify.success({ title: `Número ${display_number} alterado.` }),
    onSettled: useRefresh(),
  })
}

const check = (id: string) => ['whatsapp', 'check', id]

export function useCheckNumber() {
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: async (id: string) => (await call(checkWhatsappNumber, { params: { id } })).data,
    onSuccess: (number, id) => {
      const { display_number, status_reason, problems = [] } = number
      const about = check(id)
      const { tone } = stateOf(number)
      if (tone === 'success') return notify.success({ title: `A Meta respondeu: ${display_number} está funcionando.`, about })
      const reason = problems[0]?.text ?? status_reason
      if (tone === 'error') return notify.warning({ title: reason ?? `A Meta recusou o acesso a ${display_number}.`, about })
      notify.info({
        title: `A Meta respondeu por ${display_number}.`,
        message: reason ?? 'Falta chegar a primeira mensagem: mande um “oi” de outro celular para este número.',
        about,
      })
    },
    onError: (error, id) =>
      notifyError(error, { title: reasonOf(error, 'A Meta não respondeu. Tente de novo em alguns minutos.'), about: check(id) }),
    onSettled: useRefresh(),
  })
}

export function useRegisterNumber() {
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: async ({ id, ...body }: { id: string } & BodyOf<typeof registerWhatsappNumber>) =>
      (await call(registerWhatsappNumber, { params: { id }, body })).data,
    onSuccess: ({ display_number }) => notify.success({ title: `Número ${display_number} registrado.` }),
    onSettled: useRefresh(),
  })
}

export function useUnlinkNumber() {
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: async ({ id }: WhatsappNumber) => call(deleteWhatsappNumber, { params: { id } }),
    onSuccess: (_answer, { id, display_number }) =>
      notify.success({ title: `Número ${display_number} desligado.`, about: ['whatsapp', 'unlink', id] }),
    onError: (error, { id }) =>
      notifyError(error, { title: reasonOf(error, 'Não foi possível desligar o número.'), about: ['whatsapp', 'unlink', id] }),
    onSettled: useRefresh(),
  })
}
