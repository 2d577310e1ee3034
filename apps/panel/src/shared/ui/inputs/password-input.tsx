import { PASSWORD_COUNTER_THRESHOLD_CHARS, PASSWORD_MAX_CHARS } from '@prosa/contract/constants'
import { type ComponentProps, useId, useState } from 'react'
import { cx } from '../cx.ts'
import { getControlClass } from './control-class.ts'
import { Field, getFieldIds } from './field.tsx'
import { AlertGlyph, EyeGlyph, EyeOffGlyph } from './glyphs.tsx'

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'value' | 'onChange' | 'maxLength'> {
  label?: string
  value: string
  onChange: (value: string) => void
  description?: string | undefined
  error?: string | undefined
}

/** Password field. It does not limit the length; it shows the length of a long password, and the form's schema validates it. */
export function PasswordInput({ label = 'Senha', value, onChange, description, error, required, ...rest }: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false)
  const length = [...value].length
  const showsCounter = length > PASSWORD_COUNTER_THRESHOLD_CHARS
  const ids = getFieldIds(useId(), { description, error, extra: showsCounter })
  const Icon = isVisible ? EyeOffGlyph : EyeGlyph
  const counter = showsCounter && (
    <span id={`${ids.control}-extra`} className="text-ink-3 text-meta tabular">
      {`${length}/${PASSWORD_MAX_CHARS} characters`}
    </span>
  )
  return (
    <Field id={ids.control} label={label} required={required} description={description} error={error} aside={counter}>
      <div className="relative">
        <input
          placeholder="Senha"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          id={ids.control}
          type={isVisible ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-required={required}
          aria-invalid={error !== undefined}
          aria-describedby={ids.describedBy}
          className={getControlClass(error !== undefined, error ? 'pr-16' : 'pr-10')}
        />
        <span className="absolute inset-y-0 right-0 flex items-center">
          {error && <AlertGlyph className="size-4 text-roma" />}
          <button
            type="button"
            disabled={rest.disabled}
            aria-label={isVisible ? 'Hide password' : 'Show password'}
            onClick={() => setVisible(!isVisible)}
            className={cx(
              'flex h-full w-9 coarse:w-11 items-center justify-center rounded-control text-ink-3 hover:text-ink disabled:cursor-not-allowed',
              'focus-visible:-outline-offset-2',
            )}
          >
            <Icon className="size-4" />
          </button>
        </span>
      </div>
    </Field>
  )
}
