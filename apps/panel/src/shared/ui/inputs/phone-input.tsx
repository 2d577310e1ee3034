import { OTHER_COUNTRY, PHONE_COUNTRIES } from '@prosa/contract/rules/phone-numbers/phone-country'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '../cx.ts'
import { Field, getFieldIds } from './field.tsx'
import { ChevronDownGlyph } from './glyphs.tsx'
import {
  applyPhoneEdit,
  changePhoneCountry,
  formatPhoneText,
  getCaretPosition,
  type PhoneFieldState,
  parsePastedPhone,
  parsePhoneValue,
  toPhoneValue,
} from './phone-field-state.ts'

interface PhoneInputProps {
  label?: string
  /** Value of the field: '' if empty, only the digits if there are too few, otherwise dial code and digits. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
  description?: string | undefined
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  autoFocus?: boolean
}

/** Prevents keys other than digits, navigation, deletion, copy and paste. */
function blockNonDigitKeys(event: KeyboardEvent) {
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey
  if (event.key.length === 1 && !isShortcut && !/\d/.test(event.key)) event.preventDefault()
}

/** Phone field. The browser's own validation is off, because the form's schema validates the value. */
export function PhoneInput({ label = 'Telefone', value, onChange, onBlur, name, ref, error, ...rest }: PhoneInputProps) {
  const [fieldState, setFieldState] = useState(() => parsePhoneValue(value))
  const state = toPhoneValue(fieldState) === value ? fieldState : parsePhoneValue(value, fieldState.country.code)
  const isOther = state.country === OTHER_COUNTRY
  const ids = getFieldIds(useId(), { description: rest.description, error })
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const updateField = (next: PhoneFieldState, digitsBeforeCaret = next.digits.length) => {
    caret.current = getCaretPosition(digitsBeforeCaret, formatPhoneText(next))
    setFieldState(next)
    onChange(toPhoneValue(next))
  }

  const onPaste = (event: ClipboardEvent) => {
    const next = parsePastedPhone(event.clipboardData.getData('text'), state)
    if (!next) return
    event.preventDefault()
    updateField(next)
  }

  return (
    <Field id={ids.control} label={label} required={rest.required} description={rest.description} error={error}>
      <div
        className={cx(
          'flex h-(--control-height) rounded-control border bg-surface has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus has-[:focus-visible]:outline-offset-2',
          error ? 'border-roma' : 'border-control',
          rest.disabled && 'border-line bg-bg',
        )}
      >
        <span className="relative flex shrink-0 items-center gap-1 border-line border-r pr-2 pl-3 text-ink-2 text-ui has-[:focus-visible]:bg-hover">
          <span aria-hidden="true" className="tabular">
            {isOther ? OTHER_COUNTRY.name : `${state.country.code} +${state.country.dialCode}`}
          </span>
          <ChevronDownGlyph className="size-3.5" />
          <select
            aria-label="País do telefone"
            value={state.country.code}
            disabled={rest.disabled}
            onChange={(event) => updateField(changePhoneCountry(state, event.target.value))}
            className="absolute -inset-y-px inset-x-0 h-[calc(100%+2px)] w-full cursor-pointer appearance-none bg-surface text-ink opacity-0 focus-visible:outline-none"
          >
            {isOther && <option value={OTHER_COUNTRY.code}>{OTHER_COUNTRY.name}</option>}
            {PHONE_COUNTRIES.map(({ code, name: country, dialCode }) => (
              <option key={code} value={code}>
                {`${country} (+${dialCode})`}
              </option>
            ))}
          </select>
        </span>
        <input
          ref={input}
          id={ids.control}
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={formatPhoneText(state)}
          placeholder={state.country.masks.at(-1)}
          disabled={rest.disabled}
          autoFocus={rest.autoFocus}
          aria-required={rest.required}
          aria-invalid={error !== undefined}
          aria-describedby={ids.describedBy}
          onKeyDown={blockNonDigitKeys}
          onPaste={onPaste}
          onBlur={onBlur}
          onChange={(event) => {
            const { value: text, selectionStart } = event.target
            const next = applyPhoneEdit(text, selectionStart ?? text.length, state)
            updateField(next.state, next.digitsBeforeCaret)
          }}
          className="-my-px w-full min-w-0 rounded-r-control bg-transparent px-3 text-ink text-ui tabular placeholder:text-ink-3 focus-visible:outline-none coarse:text-[1rem]"
        />
      </div>
    </Field>
  )
}
