import { useEffect, useState } from 'react'
import { getServerTime } from '../api/server-clock.ts'

const MINUTE_MS = 60_000

const getDayText = (now: number) => new Date(now).toDateString()

/**
 * Returns a timestamp within the current day, in server time. The value changes only after midnight, so that rows with dates are not
 * rendered more often.
 */
export function useToday(): number {
  const [today, setToday] = useState(getServerTime)
  useEffect(() => {
    const refresh = () => setToday((current) => (getDayText(current) === getDayText(getServerTime()) ? current : getServerTime()))
    const timer = setInterval(refresh, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return today
}
