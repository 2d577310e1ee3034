import { useEffect, useState } from 'react'
import { serverNow } from '../../../shared/api/server-clock.ts'

const MINUTE_MS = 60_000

const dayOf = (now: number) => new Date(now).toDateString()

/** Returns a moment of the current day. It stays the same until midnight, so that rows do not render again without need. */
export function useToday(): number {
  const [today, setToday] = useState(serverNow)
  useEffect(() => {
    const look = () => setToday((held) => (dayOf(held) === dayOf(serverNow()) ? held : serverNow()))
    const timer = setInterval(look, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return today
}
