import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 250

/** Returns the value after it has not changed for `TYPING_PAUSE_MS`, so that a search does not send a request per letter. */
export function useDebouncedValue<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
