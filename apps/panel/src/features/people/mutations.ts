import {
  endPersonSessions,
  makeResetLink,
  removeSecondStep,
  switchOffPerson,
  switchOnPerson,
  updatePerson,
} from '@prosa/contract/calls/people'
import type { BodyOf } from '@prosa/contract/define-call'
import type { Person } from '@prosa/contract/entities/person'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { reasonOf } from '../../shared/api/reason.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../shared/notifications.ts'
import { peopleQueries } from './queries.ts'

const OWN_ERROR = { networkMode: 'always', meta: { showsOwnError: true } } as const

function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: peopleQueries.all })
}

export function useChangePerson(id: string) {
  const refresh = useRefresh()
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: (body: BodyOf<typeof updatePerson>) => call(updatePerson, { params: { id }, body }),
    onSettled: () => void refresh(),
  })
}

const ACTS = {
  off: { made: switchOffPerson, done: (name: string) => `${name} não tem mais acesso.` },
  on: { made: switchOnPerson, done: (name: string) => `${name} pode entrar de novo.` },
  step: { made: removeSecondStep, done: (name: string) => `${name} entra só com a senha.` },
  end: { made: endPersonSessions, done: (name: string) => `Os acessos de ${name} foram encerrados.` },
} as const

/** Actions of a manager on a user's access: deactivate, reactivate, remove the second factor, or end all sessions. */
export type Act = keyof typeof ACTS

/** Runs the action and shows a notification on success and on failure. */
export function useAct({ id, name }: Pick<Person, 'id' | 'name'>) {
  const refresh = useRefresh()
  const about = [...peopleQueries.all, 'act', id]
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: (act: Act) => call(ACTS[act].made, { params: { id } }),
    onSuccess: (_answer, act) => void notify.success({ title: ACTS[act].done(name), about }),
    onError: (error) => {
      notifyError(error, { title: reasonOf(error, 'Não foi possível alterar a pessoa.'), about })
    },
    onSettled: () => refresh(),
  })
}

/** Creates a link with which a user sets a new password. The link is shown once. */
export function useResetLink({ id }: Pick<Person, 'id'>) {
  const refresh = useRefresh()
  const about = [...peopleQueries.all, 'link', id]
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: async () => (await call(makeResetLink, { params: { id } })).data,
    onError: (error) => {
      notifyError(error, { title: reasonOf(error, 'Não foi possível gerar o link.'), about })
    },
    onSettled: () => refresh(),
  })
}
