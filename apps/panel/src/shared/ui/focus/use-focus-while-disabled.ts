import { type FocusEvent, type MouseEvent, useState } from 'react'

interface ButtonFocusProps {
  disabled?: boolean | undefined
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  onFocus?: ((event: FocusEvent<HTMLButtonElement>) => void) | undefined
  onBlur?: ((event: FocusEvent<HTMLButtonElement>) => void) | undefined
}

/**
 * Keeps the focus on a button that becomes disabled, until the user moves the focus. Otherwise the browser would move the focus to the top
 * of the page. Clicks on the button, and Enter in its form, have no effect while it is disabled.
 */
export function useFocusWhileDisabled({ disabled = false, onClick, onFocus, onBlur }: ButtonFocusProps, busy = false) {
  const [hasFocus, setHasFocus] = useState(false)
  const isUnavailable = busy || disabled
  const keepsFocus = busy || (disabled && hasFocus)
  return {
    disabled: disabled && !keepsFocus,
    'aria-disabled': keepsFocus || undefined,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      if (isUnavailable) event.preventDefault()
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
