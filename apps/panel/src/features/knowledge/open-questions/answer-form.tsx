import { zodResolver } from '@hookform/resolvers/zod'
import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { isImeKeyPress } from '@prosa/contract/rules/text/ime-key-press'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { FormError } from '../../../shared/ui/inputs/form-error.tsx'
import { getFormErrorMessage, setServerErrors } from '../../../shared/ui/inputs/form-errors.ts'
import { LengthCounter } from '../../../shared/ui/inputs/length-counter.tsx'
import { TextArea } from '../../../shared/ui/inputs/text-area.tsx'
import { useResolveQuestion } from '../mutations.ts'

const MAX_CHARS = KNOWLEDGE_LIMITS.passageChars

const schema = z.object({
  answer: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Escreva a resposta.'),
      z.maxLength(MAX_CHARS, `Use no máximo ${MAX_CHARS.toLocaleString('pt-BR')} caracteres.`),
    ),
})

interface AnswerFormProps {
  questionId: string
  /** Initial text of the answer; '' if there is no suggested answer. */
  initialAnswer: string
  isOnline: boolean
  onDone: () => void
}

/** Form for the answer to a lead's question. Agents repeat the saved answer word for word. */
export function AnswerForm({ questionId, initialAnswer, isOnline, onDone }: AnswerFormProps) {
  const { control, register, formState, handleSubmit, setError, setFocus } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { answer: initialAnswer },
  })
  const resolution = useResolveQuestion({ showsError: true })
  const { length } = useWatch({ control, name: 'answer' })
  useEffect(() => setFocus('answer'), [setFocus])
  const submit = handleSubmit(({ answer }) =>
    resolution.mutate(
      { _id: questionId, state: 'answered', answer },
      { onSuccess: onDone, onError: (error) => setServerErrors(error, ['answer'], setError) },
    ),
  )
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isImeKeyPress(event.nativeEvent)) return
        event.stopPropagation()
        onDone()
      }}
      className="mt-3 flex flex-col gap-3"
    >
      <TextArea
        {...register('answer')}
        label="Resposta"
        rows={4}
        description={
          <>
            Os agentes a dirão com estas palavras.
            <LengthCounter length={length} max={MAX_CHARS} />
          </>
        }
        error={formState.errors.answer?.message}
        required
      />
      <FormError>
        {resolution.error && getFormErrorMessage(resolution.error, ['answer'], 'Não foi possível salvar. Tente novamente.')}
      </FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={resolution.isPending} disabled={!isOnline}>
          {resolution.isPending ? 'Salvando...' : 'Salvar resposta'}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
