import { type FocusEvent, type MouseEvent, useState } from 'react'

interface ButtonParts {
  disabled?: boolean | undefined
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  onFocus?: ((event: FocusEvent<HTMLButtonElement>) => void) | undefined
  onBlur?: ((event: FocusEvent<HTMLButtonElement>) => void) | undefined
}

/**
 * A button that goes out of use while it has the focus keeps it until the person leaves: a disabled one would drop them at the
 * top of the page. A press on it, Enter in its form included, does nothing meanwhile.
 */
export function useKeptFocus({ disabled = false, onClick, onFocus, onBlur }: ButtonParts, busy = false) {
  const [hasFocus, setHasFocus] = useState(false)
  const isOut = busy || disabled
  const stays = busy || (disabled && hasFocus)
  return {
    disabled: disabled && !stays,
    'aria-disabled': stays || undefined,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      if (isOut) event.preventDefault()
      else onClick?.(event)
    },
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      setHasFocus(true)
      onFocus?.(event)
    },
    onBlur: (event: FocusEvent<HTMLButtonElement>) => {
      setHasFocus(false)
      onBlur?.(event)
    },
  }
}
