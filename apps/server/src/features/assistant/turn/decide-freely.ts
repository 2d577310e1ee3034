import { TZDate } from '@date-fns/tz'
import type { TurnInput } from '../decision.ts'
import type { IsFree } from '../model/tools.ts'
import { isOpen } from '../understanding/open-times.ts'
import type { TurnDecision } from './memory.ts'

const MINUTE_MS = 60_000
/** Where another time is looked for, in minutes from the wanted one: the nearest first. */
const NEARBY = [60, -60, 120, -120, 180, -180]
/** When a team without written hours may be asked to meet. */
const USUAL: readonly [number, number] = [8, 19]

/** A time of the same day that the team keeps. */
const isOffered = ({ agent, now, timeZone }: TurnInput, wanted: Date, start: Date): boolean => {
  const [day, local] = [new TZDate(wanted, timeZone), new TZDate(start, timeZone)]
  if (local.getDate() !== day.getDate() || start <= now) return false
  const hours = agent.brief?.hours ?? null
  return hours && hours.length > 0 ? isOpen(hours, start, timeZone) : local.getHours() >= USUAL[0] && local.getHours() < USUAL[1]
}

/**
 * What the playbook answers, with the calendar asked before a word is said: where the time that a meeting is to move to is taken, the turn is
 * decided again, knowing that and a time that is free. Only what comes between this and the writing of the turn can still refuse the move.
 */
export async function decideFreely(
  input: TurnInput,
  decide: (input: TurnInput) => TurnDecision | Promise<TurnDecision>,
  isFree: IsFree,
): Promise<TurnDecision> {
  const decision = await decide(input)
  const { id, to } = decision.meeting ?? {}
  if (!id || !to || (await isFree(id, to))) return decision
  const length = to.end.getTime() - to.start.getTime()
  const near = NEARBY.map((minutes) => new Date(to.start.getTime() + minutes * MINUTE_MS)).filter((start) =>
    isOffered(input, to.start, start),
  )
  for (const free of near)
    if (await isFree(id, { start: free, end: new Date(free.getTime() + length) }))
      return decide({ ...input, taken: { start: to.start, free } })
  return decide({ ...input, taken: { start: to.start, free: null } })
}
