import { zodResolver } from '@hookform/resolvers/zod'
import type { Agent } from '@prosa/contract/entities/agent'
import { type Ref, useImperativeHandle } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { notify } from '../../../shared/notifications.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { failureOfForm, setServerErrors } from '../../../shared/ui/form-errors.ts'
import { FormFailure } from '../../../shared/ui/form-failure.tsx'
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx'
import { type AgentDraft, bodyOf, changesOf, draftOf, draftSchema, NEW_DRAFT } from './agent-draft.ts'
import { AgentFields } from './agent-fields.tsx'
import { useSaveAgent } from './queries.ts'
import type { DraftSource } from './try-agent-call.ts'

const FIELDS = [
  'name',
  'type',
  'persona',
  'instructions',
  'model',
  'hours',
  'questions',
  'bubbles',
  'turns_without_person',
] as const

interface AgentFormProps {
  /** Null: a new one. */
  agent: Agent | null
  /** What its model may be; absent where any name may be written. */
  models: readonly string[] | undefined
  /** Lets the try-it chat speak with what is not saved yet. */
  draftSource?: Ref<DraftSource>
  onCreated?: (agent: Agent) => void
}

export function AgentForm({ agent, models, draftSource, onCreated }: AgentFormProps) {
  const form = useForm<AgentDraft>({
    mode: 'onTouched',
    resolver: zodResolver(draftSchema),
    defaultValues: (agent && draftOf(agent)) ?? NEW_DRAFT,
  })
  const { formState, handleSubmit, reset, setError, trigger, getValues } = form
  const { isDirty, defaultValues } = formState
  const save = useSaveAgent(agent?._id ?? null)
  const saved = defaultValues as AgentDraft
  useImperativeHandle(
    draftSource,
    () => async () => ((await trigger()) ? changesOf(saved, draftSchema.parse(getValues())) : null),
  )

  const submit = handleSubmit((draft) =>
    save.mutate(agent ? changesOf(saved, draft) : bodyOf(draft), {
      onSuccess: (answer) => {
        const kept = draftOf(answer)
        reset(kept ?? draft)
        notify.success({ title: agent ? `${answer.name} foi salvo.` : `${answer.name} foi criado.` })
        onCreated?.(answer)
      },
      onError: (error) => setServerErrors(error, FIELDS, setError),
    }),
  )
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} aria-label="Configurações do agente" className="flex flex-col gap-4">
        <AgentFields
          hasModel={models ? models.length > 0 : agent === null || agent.mode === 'model' || agent.settings?.use_model === false}
          models={models}
        />
        <FormFailure>{save.error && failureOfForm(save.error, FIELDS, 'Não foi possível salvar. Tente novamente.')}</FormFailure>
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-bg py-3">
          <p role="status" className="mr-auto text-ink-3 text-ui">
            {isDirty && 'Alterações não salvas'}
          </p>
          {agent && isDirty && <Button onClick={() => reset()}>Descartar</Button>}
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!isDirty}>
            {save.isPending ? 'Salvando...' : agent ? 'Salvar' : 'Criar agente'}
          </Button>
        </div>
        <LeaveGuard isDirty={isDirty} description="O que você mudou neste agente se perde." />
      </form>
    </FormProvider>
  )
}
