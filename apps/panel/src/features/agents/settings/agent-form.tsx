import { zodResolver } from '@hookform/resolvers/zod'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import type { SettingsDraft } from '@prosa/contract/entities/agents/agent-version'
import { type Ref, useImperativeHandle } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { ApiError } from '../../../shared/api/errors.ts'
import { notify } from '../../../shared/notifications/notifications.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { UnsavedChangesGuard } from '../../../shared/ui/dialogs/unsaved-changes-guard.tsx'
import { FormError } from '../../../shared/ui/inputs/form-error.tsx'
import { getFormErrorMessage, setServerErrors } from '../../../shared/ui/inputs/form-errors.ts'
import type { DraftSource } from '../preview/agent-preview.ts'
import {
  type AgentDraft,
  agentDraftSchema,
  applySettingsDraft,
  getAgentChanges,
  NEW_AGENT_DRAFT,
  toAgentBody,
  toAgentDraft,
} from './agent-draft.ts'
import { AgentFields } from './agent-fields.tsx'
import { AgentFormActions, getDraftMode } from './agent-form-actions.tsx'
import { DraftNote } from './draft-note.tsx'
import { useSaveAgent, useSaveDraft } from './queries.ts'

const FIELDS = [
  'name',
  'type',
  'persona',
  'instructions',
  'never',
  'model',
  'hours',
  'questions',
  'bubbles',
  'turns_without_person',
] as const

interface AgentFormProps {
  /** Agent to edit; null for a new agent. */
  agent: Agent | null
  /** Stored draft with unpublished settings; null if the server has no drafts. */
  draft?: SettingsDraft | null
  /** Fetches the agent and its draft again, including changes by other users. Resolves to null if the request fails. */
  onReload?: () => Promise<Agent | null>
  /** Names of models that can be selected; undefined if any name may be typed. */
  models: readonly string[] | undefined
  /** Ref to a function that returns the unsaved form values. The preview chat uses it. */
  draftSource?: Ref<DraftSource>
  onCreated?: (agent: Agent) => void
}

export function AgentForm({ agent, draft: savedDraft = null, models, draftSource, onCreated, onReload }: AgentFormProps) {
  const form = useForm<AgentDraft>({
    mode: 'onTouched',
    resolver: zodResolver(agentDraftSchema),
    defaultValues: (agent && toAgentDraft(applySettingsDraft(agent, savedDraft))) ?? NEW_AGENT_DRAFT,
  })
  const { formState, handleSubmit, reset, setError, trigger, getValues } = form
  const { isDirty, defaultValues } = formState
  const saveMutation = useSaveAgent(agent?._id ?? null)
  const draftMutation = useSaveDraft(agent?._id ?? '')
  const error = draftMutation.error ?? saveMutation.error
  const saved = defaultValues as AgentDraft
  const savesAsDraft = getDraftMode(savedDraft) === 'only'
  // The preview request contains all values that differ from the published settings.
  const published = (agent && toAgentDraft(agent)) ?? saved
  useImperativeHandle(
    draftSource,
    () => async () => ((await trigger()) ? getAgentChanges(published, agentDraftSchema.parse(getValues())) : null),
  )

  const saveAsDraft = handleSubmit((draft) => {
    if (!agent || !savedDraft) return
    draftMutation.mutate(
      { revision: savedDraft.revision, changes: getAgentChanges(saved, draft) },
      {
        onSuccess: (response) => {
          reset(toAgentDraft(applySettingsDraft(response.agent ?? agent, response.draft)) ?? draft)
          notify.success({ title: 'O rascunho foi salvo.', message: 'O agente segue como está até você publicar.' })
        },
        onError: (error) => setServerErrors(error, FIELDS, setError),
      },
    )
  })
  const reload = async (fetchAgent: () => Promise<Agent | null>) => {
    const latest = await fetchAgent()
    if (!latest) return
    reset(toAgentDraft(latest) ?? NEW_AGENT_DRAFT)
    for (const { reset: resetMutation } of [draftMutation, saveMutation]) resetMutation()
  }
  const publish = handleSubmit((draft) =>
    saveMutation.mutate(agent ? getAgentChanges(saved, draft) : toAgentBody(draft), {
      onSuccess: (response) => {
        const savedDraft = toAgentDraft(response)
        reset(savedDraft ?? draft)
        notify.success({ title: agent ? `${response.name} foi salvo.` : `${response.name} foi criado.` })
        onCreated?.(response)
      },
      onError: (error) => setServerErrors(error, FIELDS, setError),
    }),
  )
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={savesAsDraft ? saveAsDraft : publish}
        aria-label="Configurações do agente"
        className="flex flex-col gap-4"
      >
        {agent && savedDraft && savedDraft.changed.length > 0 && <DraftNote agentId={agent._id} draft={savedDraft} />}
        <AgentFields
          hasModel={models ? models.length > 0 : agent === null || agent.mode === 'model' || agent.settings?.use_model === false}
          models={models}
        />
        <FormError>{error && getFormErrorMessage(error, FIELDS, 'Não foi possível salvar. Tente novamente.')}</FormError>
        {onReload && error instanceof ApiError && error.statusCode === 409 && (
          <Button className="self-start" onClick={() => void reload(onReload)}>
            Ver o rascunho de agora
          </Button>
        )}
        <AgentFormActions
          isNew={agent === null}
          isDirty={isDirty}
          draftMode={getDraftMode(savedDraft)}
          busy={{ publish: saveMutation.isPending, saveDraft: draftMutation.isPending }}
          onDiscard={() => reset()}
          onSaveDraft={() => void saveAsDraft()}
        />
        <UnsavedChangesGuard isDirty={isDirty} description="O que você mudou neste agente se perde." />
      </form>
    </FormProvider>
  )
}
