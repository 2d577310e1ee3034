import type { Agent } from '@prosa/contract/entities/agents/agent'
import { useFormContext, useWatch } from 'react-hook-form'
import { AlertGlyph } from '../../../shared/ui/inputs/glyphs.tsx'
import { Switch } from '../../../shared/ui/inputs/switch.tsx'
import type { SourceDraft } from './source-draft.ts'

/** Selects the agents that use a knowledge source: all, including future ones, or only some. */
export function AgentsField({ agents }: { agents: readonly Agent[] }) {
  const { control, setValue, formState } = useFormContext<SourceDraft>()
  const isForAll = useWatch({ control, name: 'isForAll' })
  const selectedIds = useWatch({ control, name: 'agent_ids' })
  const error = formState.errors.agent_ids?.message
  const setSelectedIds = (ids: string[]) =>
    setValue('agent_ids', ids, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Quem responde com esta fonte</legend>
      <Switch
        label="Todos os agentes"
        description="Também os que forem criados depois. Desligue para escolher."
        checked={isForAll}
        onChange={(checked) => setValue('isForAll', checked, { shouldDirty: true })}
      />
      {!isForAll && (
        <div className="flex flex-col gap-1 border-line border-l-2 pl-4">
          {agents.map(({ _id, name }) => (
            <Switch
              key={_id}
              label={name}
              checked={selectedIds.includes(_id)}
              onChange={(checked) => setSelectedIds(checked ? [...selectedIds, _id] : selectedIds.filter((id) => id !== _id))}
            />
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-meta text-roma">
          <AlertGlyph className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
