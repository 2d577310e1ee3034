import { useId } from 'react'

interface SwitchProps {
  label: string
  description?: string | undefined
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Switch that takes effect at once; the whole row is clickable. */
export function Switch({ label, description, checked, disabled, onChange }: SwitchProps) {
  const id = useId()
  return (
    <label className="flex min-h-8 coarse:min-h-11 cursor-pointer flex-wrap items-start justify-between gap-x-4 gap-y-1 has-[:disabled]:cursor-not-allowed">
      <span className="wrap-anywhere min-w-0 flex-1 basis-32">
        <span className="block font-semibold text-ui">{label}</span>
        {description && (
          <span id={id} className="block text-ink-3 text-meta">
            {description}
          </span>
        )}
      </span>
      <span className="relative mt-0.5 inline-flex h-5 w-9 shrink-0 rounded-full border border-control bg-sunken transition-colors duration-(--time-in) has-[:checked]:border-primary has-[:checked]:bg-primary has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus has-[:focus-visible]:outline-offset-2">
        <input
          type="checkbox"
          role="switch"
          aria-label={label}
          aria-describedby={description ? id : undefined}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute inset-0 coarse:-inset-x-1 coarse:-inset-y-3 m-0 size-full coarse:h-11 coarse:w-11 cursor-[inherit] appearance-none rounded-full focus-visible:outline-none"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-[3px] left-[3px] size-3 rounded-full bg-control transition-[translate] duration-(--time-in) peer-checked:translate-x-4 peer-checked:bg-on-primary"
        />
      </span>
    </label>
  )
}
