import { useEffect, useState } from 'react'
import { getServerTime } from '../api/server-clock.ts'

const MINUTE_MS = 60_000

const getDayText = (now: number) => new Date(now).toDateString()

/**
 * Returns a timestamp within the current day, in server time. The value changes only after midnight, so that rows with dates are not
 * rendered again without need.
 */
export function useToday(): number {
  const [today, setToday] = useState(getServerTime)
  useEffect(() => {
    const look = () => setToday((held) => (getDayText(held) === getDayText(getServerTime()) ? held : getServerTime()))
    const timer = setInterval(look, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return today
}
