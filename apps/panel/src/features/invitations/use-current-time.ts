import { useEffect, useState } from 'react'
import { serverNow } from '../../shared/api/server-clock.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Returns the server's time, updated at the time that `next` returns, so that expiring entries change on screen. */
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
