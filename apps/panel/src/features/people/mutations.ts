import {
  endPersonSessions,
  makeResetLink,
  removeSecondStep,
  switchOffPerson,
  switchOnPerson,
  updatePerson,
} from '@prosa/contract/calls/organisation/people'
import type { CallBody } from '@prosa/contract/define-call'
import type { Person } from '@prosa/contract/entities/organisation/person'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../shared/notifications/notifications.ts'
import { peopleQueries } from './queries.ts'

const OWN_ERROR_OPTIONS = { networkMode: 'always', meta: { showsOwnError: true } } as const

function useRefetchPeople() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: peopleQueries.all })
}

export function useUpdatePerson(id: string) {
  const refresh = useRefetchPeople()
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: (body: CallBody<typeof updatePerson>) => call(updatePerson, { params: { id }, body }),
    onSettled: () => void refresh(),
  })
}

const PERSON_ACTIONS = {
  off: { endpoint: switchOffPerson, formatSuccess: (name: string) => `${name} não tem mais acesso.` },
  on: { endpoint: switchOnPerson, formatSuccess: (name: string) => `${name} pode entrar de novo.` },
  step: { endpoint: removeSecondStep, formatSuccess: (name: string) => `${name} entra só com a senha.` },
  end: { endpoint: endPersonSessions, formatSuccess: (name: string) => `Os acessos de ${name} foram encerrados.` },
} as const

/** Action of a manager on another user's access: deactivate, reactivate, remove the second factor, or end all sessions. */
export type PersonAction = keyof typeof PERSON_ACTIONS

/** Returns a mutation that runs an action on a user's access and shows a notification on success and on failure. */
export function usePersonAction({ id, name }: Pick<Person, 'id' | 'name'>) {
  const refresh = useRefetchPeople()
  const subject = [...peopleQueries.all, 'act', id]
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: (action: PersonAction) => call(PERSON_ACTIONS[action].endpoint, { params: { id } }),
    onSuccess: (_response, action) => void notify.success({ title: PERSON_ACTIONS[action].formatSuccess(name), subject }),
    onError: (error) => {
      notifyError(error, { title: getErrorReason(error, 'Não foi possível alterar a pessoa.'), subject })
    },
    onSettled: () => refresh(),
  })
}

/** Returns a mutation that creates a link by which a user sets a new password. The link is shown only once. */
export function useCreateResetLink({ id }: Pick<Person, 'id'>) {
  const refresh = useRefetchPeople()
  const subject = [...peopleQueries.all, 'link', id]
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async () => (await call(makeResetLink, { params: { id } })).data,
    onError: (error) => {
      notifyError(error, { title: getErrorReason(error, 'Não foi possível gerar o link.'), subject })
    },
    onSettled: () => refresh(),
  })
}
