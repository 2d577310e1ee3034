import { useEffect, useState } from 'react'
import { serverNow } from '../../shared/api/server-clock.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The server's time, read again when `next` has come: what ends at that moment changes on the screen by itself. */
export function useCurrentTime(next: (now: number) => number | null): number {
  const [now, setNow] = useState(serverNow)
  const at = next(now)
  useEffect(() => {
    if (at === null) return
    const timer = setTimeout(() => setNow(serverNow()), Math.min(Math.max(at - serverNow(), 0) + 1, LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  }, [at, now])
  return now
}
