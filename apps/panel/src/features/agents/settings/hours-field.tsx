import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'
import { cx } from '../../../shared/ui/cx.ts'
import { getControlClass } from '../../../shared/ui/inputs/control-class.ts'
import { SelectBox } from '../../../shared/ui/inputs/select.tsx'
import { Switch } from '../../../shared/ui/inputs/switch.tsx'
import { type AgentDraft, MAX_HOUR_ROWS } from './agent-draft.ts'
import { WEEKDAY_OPTIONS } from './agent-options.ts'
import { focusNeighborRow } from './focus-neighbor-row.ts'

const BUSINESS_WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '18:00' }))

/**
 * CSS classes of a row. The time fields are wide enough for '09:00 AM' in an English browser. In a narrow form they are placed below the
 * day.
 */
const ROW_CLASS =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 @min-[18rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] @min-[32rem]:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem_auto]'
const DAY_CLASS = '@min-[18rem]:col-span-2 @min-[32rem]:col-span-1'
const FROM_CLASS = 'col-span-2 @min-[18rem]:col-span-1'
const TO_CLASS = 'col-span-2 @min-[32rem]:col-span-1'
const REMOVE_CLASS = 'col-start-2 row-start-1 @min-[18rem]:col-start-3 @min-[32rem]:col-start-4'

/**
 * Form field for the team's business hours, one row per period. The agent replies at any time and mentions these hours to leads who ask for
 * a human.
 */
export function HoursField() {
  const id = useId()
  const { control, register, setValue, trigger, formState } = useFormContext<AgentDraft>()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'hours' })
  const hasHours = useWatch({ control, name: 'hasHours' })
  const { errors } = formState
  const container = useRef<HTMLDivElement>(null)
  const toggleHours = (isEnabled: boolean) => {
    if (isEnabled && fields.length === 0) replace(BUSINESS_WEEK)
    setValue('hasHours', isEnabled, { shouldDirty: true })
    void trigger('hasHours')
  }
  const removeRow = (index: number) => {
    flushSync(() => remove(index))
    focusNeighborRow(container.current, index)
    void trigger('hasHours')
  }
  return (
    <div ref={container} className="flex flex-col gap-2.5">
      <Switch
        label="Informar o horário da equipe"
        description="Fora dele o agente continua atendendo, e diz quando uma pessoa responde."
        checked={hasHours}
        onChange={toggleHours}
      />
      {hasHours && (
        <>
          <ul aria-label="Horários da equipe" className="@container flex flex-col gap-3 @min-[32rem]:gap-2">
            {fields.map((field, index) => {
              const problem = errors.hours?.[index]
              const text = problem?.to?.message ?? problem?.from?.message
              const invalid = text !== undefined
              const line = `${index + 1}ª linha`
              const shared = { 'aria-invalid': invalid, 'aria-describedby': invalid ? `${id}-${index}` : undefined }
              return (
                <li key={field.id}>
                  <div className={ROW_CLASS}>
                    <SelectBox
                      {...register(`hours.${index}.day`, { valueAsNumber: true })}
                      aria-label={`Dia da ${line}`}
                      options={WEEKDAY_OPTIONS}
                      className={DAY_CLASS}
                    />
                    <input
                      {...register(`hours.${index}.from`)}
                      {...shared}
                      type="time"
                      aria-label={`Início da ${line}`}
                      className={getControlClass(invalid, cx('tabular', FROM_CLASS))}
                    />
                    <input
                      {...register(`hours.${index}.to`)}
                      {...shared}
                      type="time"
                      aria-label={`Fim da ${line}`}
                      className={getControlClass(invalid, cx('tabular', TO_CLASS))}
                    />
                    <IconButton label={`Remover ${line}`} className={REMOVE_CLASS} onClick={() => removeRow(index)}>
                      <X aria-hidden="true" />
                    </IconButton>
                  </div>
                  {invalid && (
                    <p id={`${id}-${index}`} className="mt-1 text-meta text-roma">
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
            disabled={fields.length >= MAX_HOUR_ROWS}
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
