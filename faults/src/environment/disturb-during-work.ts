import { setTimeout as wait } from 'node:timers/promises'

interface DisturbancePlan {
  /** Number of disturbances, distributed evenly over the work. */
  times: number
  /** Total amount of work, and a function that returns the completed amount. */
  all: number
  done: () => number
  disturb: (time: number) => Promise<void>
  /** Milliseconds without progress after which waiting ends. */
  patienceMs?: number
}

const POLL_INTERVAL_MS = 2

/**
 * Disturbs running work.
 * @returns the number of disturbances, which is smaller than `times` if the work ended earlier
 */
export async function disturbDuringWork({
  times,
  all,
  done,
  disturb,
  patienceMs = Number.POSITIVE_INFINITY,
}: DisturbancePlan): Promise<number> {
  const step = all / (times + 1)
  let time = 0
  let [reached, since] = [done(), Date.now()]
  while (time < times && reached < all && Date.now() - since < patienceMs) {
    if (reached < step * (time + 1)) await wait(POLL_INTERVAL_MS)
    else {
      await disturb(time)
      time += 1
    }
    if (done() !== reached) [reached, since] = [done(), Date.now()]
  }
  return time
}
