import { type FocusEvent, type MouseEvent, useState } from 'react'

interface ButtonFocusProps {
  disabled?: boolean | undefined
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  onFocus?: ((event: FocusEvent<HTMLButtonElement>) => void) | undefined
  onBlur?: ((event: FocusEvent<HTMLButtonElement>) => void) | undefined
}

/**
 * Keeps a focused button focusable after it becomes disabled, until the focus leaves it; the browser would otherwise move the focus to the
 * top of the page. Clicks, also by Enter in its form, have no effect meanwhile.
 */
export function useFocusWhileDisabled({ disabled = false, onClick, onFocus, onBlur }: ButtonFocusProps, busy = false) {
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
