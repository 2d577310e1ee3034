import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'
import { Switch } from '../../../shared/ui/inputs/switch.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { type AgentDraft, MAX_QUESTIONS } from './agent-draft.ts'
import { focusNeighborRow } from './focus-neighbor-row.ts'

/** Form field for the questions that the agent asks every lead, in order. */
export function QuestionsField() {
  const { control, register, setValue, formState } = useFormContext<AgentDraft>()
  const { fields, append, remove } = useFieldArray({ control, name: 'questions' })
  const replacesDefaults = useWatch({ control, name: 'replace_questions' })
  const container = useRef<HTMLDivElement>(null)
  const removeRow = (index: number) => {
    flushSync(() => remove(index))
    focusNeighborRow(container.current, index)
  }
  return (
    <div ref={container} className="flex flex-col gap-3">
      {fields.length > 0 && (
        <ol aria-label="Perguntas" className="flex flex-col gap-2.5">
          {fields.map((field, index) => (
            <li key={field.id} className="flex items-end gap-2 has-[p]:items-center">
              <div className="min-w-0 flex-1">
                <TextField
                  {...register(`questions.${index}.text`)}
                  label={`Pergunta ${index + 1}`}
                  autoComplete="off"
                  error={formState.errors.questions?.[index]?.text?.message}
                />
              </div>
              <IconButton label={`Remover pergunta ${index + 1}`} onClick={() => removeRow(index)}>
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <Button className="self-start" disabled={fields.length >= MAX_QUESTIONS} onClick={() => append({ text: '' })}>
        <Plus aria-hidden="true" className="size-4" />
        Adicionar pergunta
      </Button>
      {fields.length > 0 && (
        <Switch
          label="Fazer só estas perguntas"
          description="Em vez das perguntas de qualificação do roteiro. Nome, assunto e horário continuam sendo perguntados."
          checked={replacesDefaults}
          onChange={(checked) => setValue('replace_questions', checked, { shouldDirty: true })}
        />
      )}
    </div>
  )
}
