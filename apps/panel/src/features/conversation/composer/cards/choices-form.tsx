import type { SentChoices } from '@prosa/contract/entities/conversations/structured-content-shape'
import {
  CHOICE_LIMITS,
  type ChoicesProblem,
  findChoicesProblem,
  LIST_BUTTON_MAX_CHARS,
  normalizeChoices,
} from '@prosa/contract/rules/conversations/choices'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { type FormEvent, useRef, useState } from 'react'
import { removeAt } from '../../../../shared/lists/replace-at.ts'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../../../shared/ui/buttons/icon-button.tsx'
import { LengthCounter } from '../../../../shared/ui/inputs/length-counter.tsx'
import { TextArea } from '../../../../shared/ui/inputs/text-area.tsx'
import { TextField } from '../../../../shared/ui/inputs/text-field.tsx'

export type ChoicesKind = SentChoices['kind']

const EMPTY_OPTION = { title: '', description: '' }
/** Initial choices of a question: two empty ones, because a question needs at least two. */
const INITIAL_OPTIONS = [EMPTY_OPTION, EMPTY_OPTION]
const COLUMN_CLASSES = 'flex flex-col gap-4'

interface ChoicesFormProps {
  kind: ChoicesKind
  onSend: (choices: SentChoices, question: string) => void
}

/**
 * Form for a question with choices, shown to the lead as buttons or a list. Inputs are limited to WhatsApp's maximum lengths (MEDIA-18).
 */
export function ChoicesForm({ kind, onSend }: ChoicesFormProps) {
  const max = CHOICE_LIMITS[kind]
  const [question, setQuestion] = useState('')
  const [button, setButton] = useState('')
  const [options, setOptions] = useState(INITIAL_OPTIONS)
  const [problem, setProblem] = useState<ChoicesProblem | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const getError = (part: ChoicesProblem['part']) => (problem?.part === part ? problem.message : undefined)
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  const updateOption = (index: number, changes: Partial<typeof EMPTY_OPTION>) => {
    setProblem(null)
    setOptions(options.map((option, position) => (position === index ? { ...option, ...changes } : option)))
  }
  const add = () => {
    setOptions([...options, EMPTY_OPTION])
    requestAnimationFrame(() => focus(`option.${options.length}`))
  }
  const remove = (index: number) => {
    setProblem(null)
    setOptions(removeAt(options, index))
    requestAnimationFrame(() => focus(`option.${Math.max(0, index - 1)}`))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Stops the submit event, because React passes it on to the surrounding composer, which would send its text.
    event.stopPropagation()
    const choices = normalizeChoices({ kind, button, options })
    const foundProblem = findChoicesProblem(question.trim(), choices)
    if (!foundProblem) return onSend(choices, question.trim())
    setProblem(foundProblem)
    focus(typeof foundProblem.part === 'number' ? `option.${foundProblem.part}` : foundProblem.part)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className={COLUMN_CLASSES}>
      <TextArea
        name="content"
        label="Pergunta"
        rows={3}
        value={question}
        maxLength={max.text}
        description={<LengthCounter length={question.length} max={max.text} />}
        error={getError('content')}
        required
        onChange={({ target }) => {
          setProblem(null)
          setQuestion(target.value)
        }}
      />
      {kind === 'list' && (
        <TextField
          name="button"
          label="Botão que abre a lista"
          placeholder="Ver opções"
          value={button}
          maxLength={LIST_BUTTON_MAX_CHARS}
          description={<LengthCounter length={button.length} max={LIST_BUTTON_MAX_CHARS} />}
          error={getError('button')}
          autoComplete="off"
          required
          onChange={({ target }) => {
            setProblem(null)
            setButton(target.value)
          }}
        />
      )}
      <ol aria-label="Opções" className={COLUMN_CLASSES}>
        {options.map(({ title, description }, index) => (
          <li key={index} className="flex items-start gap-2">
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              <TextField
                name={`option.${index}`}
                label={`Opção ${index + 1}`}
                value={title}
                maxLength={max.title}
                description={<LengthCounter length={title.length} max={max.title} />}
                error={getError(index)}
                autoComplete="off"
                required
                onChange={({ target }) => updateOption(index, { title: target.value })}
              />
              {kind === 'list' && (
                <TextField
                  label={`Descrição da opção ${index + 1} (opcional)`}
                  value={description}
                  maxLength={max.description}
                  description={<LengthCounter length={description.length} max={max.description} />}
                  autoComplete="off"
                  onChange={({ target }) => updateOption(index, { description: target.value })}
                />
              )}
            </div>
            {options.length > 1 && (
              <IconButton label={`Remover a opção ${index + 1}`} onClick={() => remove(index)} className="mt-6">
                <Trash2 aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={add} disabled={options.length >= max.options}>
          <Plus aria-hidden="true" className="size-4" />
          Outra opção
        </Button>
        <Button type="submit" variant="primary">
          {kind === 'buttons' ? 'Enviar botões' : 'Enviar lista'}
        </Button>
      </div>
    </form>
  )
}
