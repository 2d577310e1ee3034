import { zodResolver } from '@hookform/resolvers/zod'
import { KNOWLEDGE } from '@prosa/contract/entities/knowledge'
import { isOfComposition } from '@prosa/contract/rules/text-composition'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '../../shared/ui/button.tsx'
import { failureOfForm, setServerErrors } from '../../shared/ui/form-errors.ts'
import { FormFailure } from '../../shared/ui/form-failure.tsx'
import { Length } from '../../shared/ui/length.tsx'
import { TextArea } from '../../shared/ui/text-area.tsx'
import { useSettle } from './mutations.ts'

const MOST = KNOWLEDGE.passageChars

const schema = z.object({
  answer: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Escreva a resposta.'),
      z.maxLength(MOST, `Use no máximo ${MOST.toLocaleString('pt-BR')} caracteres.`),
    ),
})

interface AnswerFormProps {
  questionId: string
  /** Existing answer to edit. */
  start: string
  isOnline: boolean
  onDone: () => void
}

/** Form for the answer that agents give from then on, word for word. */
export function AnswerForm({ questionId, start, isOnline, onDone }: AnswerFormProps) {
  const { control, register, formState, handleSubmit, setError, setFocus } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { answer: start },
  })
  const settle = useSettle({ showsError: true })
  const { length } = useWatch({ control, name: 'answer' })
  useEffect(() => setFocus('answer'), [setFocus])
  const submit = handleSubmit(({ answer }) =>
    settle.mutate(
      { _id: questionId, state: 'answered', answer },
      { onSuccess: onDone, onError: (error) => setServerErrors(error, ['answer'], setError) },
    ),
  )
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isOfComposition(event.nativeEvent)) return
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
            <Length of={length} most={MOST} />
          </>
        }
        error={formState.errors.answer?.message}
        required
      />
      <FormFailure>
        {settle.error && failureOfForm(settle.error, ['answer'], 'Não foi possível salvar. Tente novamente.')}
      </FormFailure>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={settle.isPending} disabled={!isOnline}>
          {settle.isPending ? 'Salvando...' : 'Salvar resposta'}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
