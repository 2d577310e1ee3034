import { zodResolver } from '@hookform/resolvers/zod'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import { KNOWLEDGE_LIMITS, type SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { type RefObject, useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useOnline } from '../../../shared/api/use-online.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { UnsavedChangesGuard } from '../../../shared/ui/dialogs/unsaved-changes-guard.tsx'
import { FormError } from '../../../shared/ui/inputs/form-error.tsx'
import { getFormErrorMessage, setServerErrors } from '../../../shared/ui/inputs/form-errors.ts'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { useSaveSource } from '../mutations.ts'
import { AgentsField } from './agents-field.tsx'
import { SourceContentField } from './source-content-field.tsx'
import { getSourceChanges, NEW_SOURCE, type SourceDraft, sourceSchema, toSourceBody } from './source-draft.ts'

const FIELDS = ['title', 'text', 'file_id', 'url', 'agent_ids'] as const
export const UNSAVED_SOURCE_WARNING = 'O que você escreveu nesta fonte se perde.'

interface SourceFormProps {
  kind: SourceKind
  /** Knowledge source to edit, with the initial form values; null for a new one. */
  source: { id: string; initialDraft: SourceDraft; filename: string | null } | null
  agents: readonly Agent[]
  /** Ref that the form sets to whether it contains unsaved text. */
  isDirtyRef: RefObject<boolean>
  onDone: () => void
}

export function SourceForm({ kind, source, agents, isDirtyRef, onDone }: SourceFormProps) {
  // Initial values, set once when the form opens. Changes are determined by comparison with them.
  const [initialDraft] = useState(source?.initialDraft ?? NEW_SOURCE)
  const storedFilename = source?.filename ?? null
  const form = useForm({
    resolver: zodResolver(sourceSchema(kind, storedFilename !== null)),
    defaultValues: initialDraft,
  })
  const { register, formState, handleSubmit, setError } = form
  const { errors, isDirty } = formState
  const save = useSaveSource(source?.id ?? null)
  const isOnline = useOnline()
  useEffect(() => {
    isDirtyRef.current = isDirty && !save.isSuccess
  }, [isDirtyRef, isDirty, save.isSuccess])

  const submit = handleSubmit((values) => {
    const file = values.file_id instanceof File ? values.file_id : null
    const draft = { ...values, file_id: file }
    const body = source ? getSourceChanges(kind, initialDraft, draft) : toSourceBody(kind, draft)
    if (Object.keys(body).length === 0 && file === null) return onDone()
    save.mutate({ kind, file, ...body }, { onSuccess: onDone, onError: (error) => setServerErrors(error, FIELDS, setError) })
  })
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          {...register('title')}
          label="Nome da fonte"
          autoComplete="off"
          maxLength={KNOWLEDGE_LIMITS.titleChars}
          description="Como a equipe a encontra aqui e em “De onde veio”."
          error={errors.title?.message}
          required
        />
        <SourceContentField kind={kind} storedFilename={storedFilename} />
        {agents.length > 1 && <AgentsField agents={agents} />}
        <FormError>
          {save.error && getFormErrorMessage(save.error, FIELDS, 'Não foi possível salvar. Tente novamente.')}
        </FormError>
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          <p role="status" className="text-ink-3 text-ui">
            {!isOnline && 'Sem internet: não dá para salvar agora.'}
          </p>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!isDirty || !isOnline}>
            {save.isPending ? save.savingLabel : source ? 'Salvar' : 'Adicionar'}
          </Button>
        </div>
      </form>
      <UnsavedChangesGuard isDirty={isDirty && !save.isSuccess} description={UNSAVED_SOURCE_WARNING} />
    </FormProvider>
  )
}
