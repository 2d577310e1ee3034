import {
  getOrganisationSettings,
  type OrganisationSettings,
  setOrganisationSettings,
} from '@prosa/contract/calls/organisation/organisation'
import type { SecondStepRule } from '@prosa/contract/rules/accounts/second-step'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../../shared/notifications/notifications.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { Select } from '../../../shared/ui/inputs/select.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { Card } from '../../../shared/ui/layout/card.tsx'

const SETTINGS_KEY = ['organisation', 'settings']
const RULE_OPTIONS: readonly { value: SecondStepRule; label: string }[] = [
  { value: 'optional', label: 'De ninguém: cada pessoa decide' },
  { value: 'managers', label: 'De quem gerencia' },
  { value: 'everyone', label: 'De todas as pessoas' },
]
const WEEK_MS = 7 * 86_400_000

/** Returns the date in one week as yyyy-MM-dd. This default gives everyone time to set up a second factor. */
const getDateInAWeek = (): string => new Date(Date.now() + WEEK_MS).toLocaleDateString('sv-SE')

/** Card that sets which users of the organisation must have a second factor, and from which day. */
export function SecondStepRuleCard() {
  const query = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: async ({ signal }) => (await call(getOrganisationSettings, { signal })).data,
    meta: { showsOwnError: true },
  })
  const { data, error } = query
  return (
    <Card title="Segundo passo" description="Um código ou uma chave de acesso, além da senha, para entrar.">
      {data && <RuleForm saved={data} />}
      {!data && !error && <Skeleton className="h-32" />}
      {!data && error && <LoadError query={query} message="Não foi possível carregar." />}
    </Card>
  )
}

/** Form for the rule that states who must have a second factor. */
function RuleForm({ saved }: { saved: OrganisationSettings }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(saved)
  const [error, setError] = useState('')
  const save = useSingleMutation({
    networkMode: 'always',
    meta: { showsOwnError: true, subject: SETTINGS_KEY },
    mutationFn: async () => (await call(setOrganisationSettings, { body: draft })).data,
    onSuccess: (data) => {
      client.setQueryData(SETTINGS_KEY, data)
      setDraft(data)
      notify.success({ title: 'Regra alterada' })
    },
    onError: (cause) => {
      const dateError = cause instanceof ApiError && cause.fieldErrors.second_step_from
      if (dateError) return setError(dateError)
      notifyError(cause, {
        title: 'Não foi possível mudar a regra',
        message: getErrorReason(cause, 'Tente novamente.'),
        subject: SETTINGS_KEY,
      })
    },
  })
  const changeRule = (second_step: SecondStepRule) =>
    setDraft({ second_step, second_step_from: second_step === 'optional' ? null : (draft.second_step_from ?? getDateInAWeek()) })
  const isUnchanged = draft.second_step === saved.second_step && draft.second_step_from === saved.second_step_from
  const isRequired = draft.second_step !== 'optional'
  return (
    <div className="flex max-w-sm flex-col gap-4">
      <Select
        label="É pedido"
        options={RULE_OPTIONS}
        value={draft.second_step}
        onChange={({ target }) => changeRule(target.value as SecondStepRule)}
      />
      {isRequired && (
        <TextField
          type="date"
          label="A partir de"
          description="Até lá, quem ainda não tem vê um aviso com a data. Desse dia em diante, só entra depois de ligar o seu."
          value={draft.second_step_from ?? ''}
          onChange={({ target }) => {
            setDraft({ ...draft, second_step_from: target.value || null })
            setError('')
          }}
          error={error || undefined}
          required
        />
      )}
      <Button
        className="self-start"
        busy={save.isPending}
        disabled={isUnchanged || (isRequired && !draft.second_step_from)}
        onClick={() => save.mutate()}
      >
        {save.isPending ? 'Salvando...' : 'Salvar'}
      </Button>
    </div>
  )
}
