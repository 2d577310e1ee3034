import { TZDate } from '@date-fns/tz'
import type { IsTimeFree } from '../../model/tools.ts'
import type { TurnInput } from '../../turn-input.ts'
import { isWithinOpeningHours } from '../../understanding/dates/opening-hours.ts'
import type { TurnDecision } from './turn-decision.ts'

const MINUTE_MS = 60_000
/** Minutes before or after the requested time at which a free time is searched, nearest first. */
const NEARBY_OFFSETS_MINUTES = [60, -60, 120, -120, 180, -180]
/** Hours (from 8, before 19) at which a team without opening hours offers meetings. */
const USUAL_HOURS: readonly [number, number] = [8, 19]

/** Returns true if a time may be offered: future, on the requested day, and within opening hours. */
const isOfferableTime = ({ agent, now, timeZone }: TurnInput, requestedStart: Date, start: Date): boolean => {
  const [day, local] = [new TZDate(requestedStart, timeZone), new TZDate(start, timeZone)]
  if (local.getDate() !== day.getDate() || start <= now) return false
  const hours = agent.brief?.hours ?? null
  return hours && hours.length > 0
    ? isWithinOpeningHours(hours, start, timeZone)
    : local.getHours() >= USUAL_HOURS[0] && local.getHours() < USUAL_HOURS[1]
}

/**
 * Decides a turn and checks a moved meeting against the calendar. If the time is busy, decides again with a free time nearby. The move may
 * still fail later if the calendar changes before the turn is stored.
 */
export async function decideWithCalendar(
  input: TurnInput,
  decide: (input: TurnInput) => TurnDecision | Promise<TurnDecision>,
  isTimeFree: IsTimeFree,
): Promise<TurnDecision> {
  const decision = await decide(input)
  const { id, to } = decision.meeting ?? {}
  if (!id || !to || (await isTimeFree(id, to))) return decision
  const durationMs = to.end.getTime() - to.start.getTime()
  const nearbyStarts = NEARBY_OFFSETS_MINUTES.map((minutes) => new Date(to.start.getTime() + minutes * MINUTE_MS)).filter(
    (start) => isOfferableTime(input, to.start, start),
  )
  for (const free of nearbyStarts)
    if (await isTimeFree(id, { start: free, end: new Date(free.getTime() + durationMs) }))
      return decide({ ...input, rejectedTime: { start: to.start, freeAlternative: free } })
  return decide({ ...input, rejectedTime: { start: to.start, freeAlternative: null } })
}
