import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../shared/ui/button.tsx'
import { controlClass } from '../../../shared/ui/field.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { Switch } from '../../../shared/ui/switch.tsx'
import { type AgentDraft, MAX_HOURS } from './agent-draft.ts'

const DAYS = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'] as const
const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '18:00' }))

/** When the team answers, line by line; the agent itself answers always, and tells this to whoever asks for a person. */
export function HoursField() {
  const id = useId()
  const { control, register, setValue, trigger, formState } = useFormContext<AgentDraft>()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'hours' })
  const hasHours = useWatch({ control, name: 'hasHours' })
  const { errors } = formState
  const choose = (wanted: boolean) => {
    if (wanted && fields.length === 0) replace(WEEK)
    setValue('hasHours', wanted, { shouldDirty: true })
    void trigger('hasHours')
  }
  const drop = (at: number) => {
    remove(at)
    void trigger('hasHours')
  }
  return (
    <div className="flex flex-col gap-2.5">
      <Switch
        label="Informar o horário da equipe"
        description="Fora dele o agente continua atendendo, e diz quando uma pessoa responde."
        checked={hasHours}
        onChange={choose}
      />
      {hasHours && (
        <>
          <ul aria-label="Horários da equipe" className="flex flex-col gap-2">
            {fields.map((field, at) => {
              const problem = errors.hours?.[at]
              const text = problem?.to?.message ?? problem?.from?.message
              const invalid = text !== undefined
              const line = `${at + 1}ª linha`
              const shared = { 'aria-invalid': invalid, 'aria-describedby': invalid ? `${id}-${at}` : undefined }
              return (
                <li key={field.id}>
                  <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[minmax(0,1fr)_7rem_7rem_auto]">
                    <select
                      {...register(`hours.${at}.day`, { valueAsNumber: true })}
                      aria-label={`Dia da ${line}`}
                      className={controlClass(false, 'col-span-3 sm:col-span-1')}
                    >
                      {DAYS.map((name, day) => (
                        <option key={name} value={day}>
                          {name}
                        </option>
                      ))}
                    </select>
                    <input
                      {...register(`hours.${at}.from`)}
                      {...shared}
                      type="time"
                      aria-label={`Início da ${line}`}
                      className={controlClass(invalid, 'px-2 tabular')}
                    />
                    <input
                      {...register(`hours.${at}.to`)}
                      {...shared}
                      type="time"
                      aria-label={`Fim da ${line}`}
                      className={controlClass(invalid, 'px-2 tabular')}
                    />
                    <IconButton label={`Remover ${line}`} onClick={() => drop(at)}>
                      <X aria-hidden="true" />
                    </IconButton>
                  </div>
                  {invalid && (
                    <p id={`${id}-${at}`} className="mt-1 text-meta text-roma">
                      {text}
                    </p>
                  )}
                </li>
              )
            })}
          </ul>
          {errors.hasHours && (
            <p role="alert" className="text-meta text-roma">
              {errors.hasHours.message}
            </p>
          )}
          <Button
            className="self-start"
            disabled={fields.length >= MAX_HOURS}
            onClick={() => {
              append({ day: 6, from: '09:00', to: '13:00' })
              void trigger('hasHours')
            }}
          >
            <Plus aria-hidden="true" className="size-4" />
            Adicionar horário
          </Button>
        </>
      )}
    </div>
  )
}
