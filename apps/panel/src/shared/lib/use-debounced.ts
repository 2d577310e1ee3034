import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 250

/** The value once it has stood still for a moment: one question for a word, not one for each letter. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
