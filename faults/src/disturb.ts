import { setTimeout as wait } from 'node:timers/promises'

interface Course {
  /** How often it is disturbed, at even steps of the way. */
  times: number
  /** How much is to be done in all, and how much has been. */
  all: number
  done: () => number
  disturb: (time: number) => Promise<void>
  /** What stands still for so long is not waited for. */
  patienceMs?: number
}

const LOOK_MS = 2

/** Disturbs what is under way. @returns how often, which is less than wanted when it was over before */
export async function disturbAlong({
  times,
  all,
  done,
  disturb,
  patienceMs = Number.POSITIVE_INFINITY,
}: Course): Promise<number> {
  const step = all / (times + 1)
  let time = 0
  let [reached, since] = [done(), Date.now()]
  while (time < times && reached < all && Date.now() - since < patienceMs) {
    if (reached < step * (time + 1)) await wait(LOOK_MS)
    else {
      await disturb(time)
      time += 1
    }
    if (done() !== reached) [reached, since] = [done(), Date.now()]
  }
  return time
}
