import { setTimeout as wait } from 'node:timers/promises'

interface Course {
  /** How often it is disturbed, at even steps of the way. */
  times: number
  /** How much is to be done in all, and how much has been. */
  all: number
  done: () => number
  disturb: (time: number) => Promise<void>
  /** Something that never comes about is not waited for. */
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
  const end = Date.now() + patienceMs
  let time = 0
  while (time < times && done() < all && Date.now() < end) {
    if (done() < step * (time + 1)) await wait(LOOK_MS)
    else {
      await disturb(time)
      time += 1
    }
  }
  return time
}
