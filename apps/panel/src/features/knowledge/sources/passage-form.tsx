import { zodResolver } from '@hookform/resolvers/zod'
import { KNOWLEDGE_LIMITS, type Passage } from '@prosa/contract/entities/agents/knowledge'
import { isImeKeyPress } from '@prosa/contract/rules/text/ime-key-press'
import { type RefObject, useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useOnline } from '../../../shared/api/use-online.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { FormError } from '../../../shared/ui/inputs/form-error.tsx'
import { getFormErrorMessage, setServerErrors } from '../../../shared/ui/inputs/form-errors.ts'
import { LengthCounter } from '../../../shared/ui/inputs/length-counter.tsx'
import { TextArea } from '../../../shared/ui/inputs/text-area.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { useUpdatePassage } from '../mutations.ts'

const MAX_CHARS = KNOWLEDGE_LIMITS.passageChars
const FIELDS = ['question', 'text'] as const

const schema = z.object({
  question: z.string(),
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Escreva o trecho.'),
      z.maxLength(MAX_CHARS, `Use no máximo ${MAX_CHARS.toLocaleString('pt-BR')} caracteres.`),
    ),
})

interface PassageFormProps {
  passage: Passage
  /** Ref that the form sets to whether it contains unsaved text. */
  isDirtyRef: RefObject<boolean>
  onDone: () => void
}

/** Form that edits one passage of a knowledge source, at the passage's place in the list. */
export function PassageForm({ passage: { _id, text, question, original }, isDirtyRef, onDone }: PassageFormProps) {
  const { control, register, formState, handleSubmit, setError, setFocus, setValue } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { question: question ?? '', text },
  })
  const { errors, isDirty } = formState
  const update = useUpdatePassage()
  const isOnline = useOnline()
  const { length } = useWatch({ control, name: 'text' })
  useEffect(() => setFocus('text'), [setFocus])
  useEffect(() => {
    isDirtyRef.current = isDirty && !update.isSuccess
    return () => {
      isDirtyRef.current = false
    }
  }, [isDirtyRef, isDirty, update.isSuccess])
  const submit = handleSubmit((values) => {
    if (!isDirty) return onDone()
    const body = { text: values.text.trim(), ...(question ? { question: values.question.trim() } : {}) }
    update.mutate({ _id, ...body }, { onSuccess: onDone, onError: (error) => setServerErrors(error, FIELDS, setError) })
  })
  const restoreOriginal = () => {
    setValue('text', original?.text ?? text, { shouldDirty: true, shouldValidate: true })
    setValue('question', original?.question ?? '', { shouldDirty: true })
    setFocus('text')
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isDirty || isImeKeyPress(event.nativeEvent)) return
        event.stopPropagation()
        onDone()
      }}
      className="flex flex-col gap-3 rounded-card border border-primary bg-bg px-4 py-3"
    >
      {question && (
        <TextField {...register('question')} label="Pergunta" autoComplete="off" maxLength={KNOWLEDGE_LIMITS.questionChars} />
      )}
      <TextArea
        {...register('text')}
        label="Trecho"
        rows={5}
        description={
          <>
            Vale enquanto a fonte disser o que diz agora.
            <LengthCounter length={length} max={MAX_CHARS} />
          </>
        }
        error={errors.text?.message}
        required
      />
      <FormError>
        {update.error && getFormErrorMessage(update.error, FIELDS, 'Não foi possível salvar. Tente novamente.')}
      </FormError>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={update.isPending} disabled={!isOnline}>
          {update.isPending ? 'Salvando...' : 'Salvar trecho'}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancelar
        </Button>
        {original && (
          <Button variant="ghost" onClick={restoreOriginal}>
            Usar o texto da fonte
          </Button>
        )}
      </div>
    </form>
  )
}
