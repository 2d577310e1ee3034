import { zodResolver } from '@hookform/resolvers/zod'
import { type Agent, getAgentTypeLabel } from '@prosa/contract/entities/agents/agent'
import { useForm } from 'react-hook-form'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { FormError } from '../../../shared/ui/inputs/form-error.tsx'
import { getFormErrorMessage, setServerErrors } from '../../../shared/ui/inputs/form-errors.ts'
import { Select } from '../../../shared/ui/inputs/select.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { type NumberDraft, newNumberSchema, numberChangeSchema } from './number-schema.ts'

interface NumberFormProps {
  agents: readonly Agent[]
  initialDraft: NumberDraft
  isNew: boolean
  onSave: (draft: NumberDraft) => Promise<unknown>
  onDone: () => void
}

const FIELDS = ['agent_id', 'phone_number_id', 'waba_id', 'access_token', 'app_secret'] as const
const PLAIN_INPUT_PROPS = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/**
 * Form for the Meta access data of a WhatsApp number and the agent that replies there. The server tests the access at Meta before it stores
 * anything.
 */
export function NumberForm({ agents, initialDraft, isNew, onSave, onDone }: NumberFormProps) {
  const { register, formState, handleSubmit, setError } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(isNew ? newNumberSchema : numberChangeSchema),
    defaultValues: initialDraft,
  })
  const save = useSingleMutation({
    mutationFn: onSave,
    networkMode: 'always',
    meta: { showsOwnError: true },
    onSuccess: onDone,
    onError: (error) => setServerErrors(error, FIELDS, setError),
  })
  const { errors } = formState
  const options = [
    { value: '', label: 'Escolha um agente' },
    ...agents.map(({ _id, name, type }) => ({ value: _id, label: `${name} (${getAgentTypeLabel(type)})` })),
  ]
  return (
    <form noValidate onSubmit={handleSubmit((draft) => save.mutate(draft))} className="flex flex-col gap-4">
      <Select {...register('agent_id')} label="Agente que atende" options={options} error={errors.agent_id?.message} required />
      <TextField
        {...register('phone_number_id')}
        {...PLAIN_INPUT_PROPS}
        label="ID do número de telefone"
        inputMode="numeric"
        readOnly={!isNew}
        description={
          isNew
            ? 'No Gerenciador do WhatsApp, em Configuração da API. Não é o número em si.'
            : 'Para usar outro número, ligue um novo e desligue este.'
        }
        error={errors.phone_number_id?.message}
        required={isNew}
      />
      <TextField
        {...register('waba_id')}
        {...PLAIN_INPUT_PROPS}
        label="ID da conta do WhatsApp Business"
        inputMode="numeric"
        error={errors.waba_id?.message}
        required
      />
      <TextField
        {...register('access_token')}
        {...PLAIN_INPUT_PROPS}
        type="password"
        autoComplete="new-password"
        label="Token de acesso"
        description={
          isNew
            ? 'De um usuário do sistema, sem validade. Fica cifrado aqui e não é mostrado de novo.'
            : 'Deixe vazio para manter o atual, que não é mostrado.'
        }
        error={errors.access_token?.message}
        required={isNew}
      />
      <TextField
        {...register('app_secret')}
        {...PLAIN_INPUT_PROPS}
        type="password"
        autoComplete="new-password"
        label="Segredo do app próprio (opcional)"
        description={
          isNew
            ? 'Só se o app da Meta é da sua organização. Em Configurações do app › Básico, na Meta.'
            : 'Deixe vazio para manter como está.'
        }
        error={errors.app_secret?.message}
      />
      <FormError>{save.error && getFormErrorMessage(save.error, FIELDS, 'Não foi possível salvar. Tente novamente.')}</FormError>
      <Button type="submit" variant="primary" className="self-end" busy={save.isPending}>
        {save.isPending ? 'Conferindo com a Meta...' : isNew ? 'Ligar número' : 'Salvar'}
      </Button>
    </form>
  )
}
