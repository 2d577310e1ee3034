import { useEffect, useState } from 'react'
import { getServerTime } from '../../../shared/api/server-clock.ts'

const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Returns the server time in milliseconds and updates it at the time that `getNextChange` returns, so that entries are shown as expired in
 * time. `getNextChange` returns null if no update is needed.
 */
export function useCurrentTime(getNextChange: (now: number) => number | null): number {
  const [now, setNow] = useState(getServerTime)
  const nextChange = getNextChange(now)
  useEffect(() => {
    if (nextChange === null) return
    const timer = setTimeout(() => setNow(getServerTime()), Math.min(Math.max(nextChange - getServerTime(), 0) + 1, MAX_TIMER_MS))
    return () => clearTimeout(timer)
  }, [nextChange, now])
  return now
}
