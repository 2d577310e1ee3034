import { timesOfGuard } from '../../../apps/server/src/testing/guard-times.ts'
import type { Measure } from '../measure.ts'
import { quantile } from '../statistics.ts'

const BEFORE = 'processor time of the guard, 8,000 characters of a lead, p95 (GUARD-31)'
const AFTER = 'processor time of the guard, 8,000 characters of an agent, p95 (GUARD-31)'
const MADE_UP = 'processor time of the guard, 8,000 characters of anything, slowest (GUARD-31)'

/** Calls the guard as a turn does. The sources for its check are instructions of 7,000 characters and 40 messages of a lead. */
export const guard: Measure = {
  name: 'guard',
  figures: [BEFORE, AFTER, MADE_UP],
  run: async () => {
    const times = timesOfGuard()
    return [
      { name: BEFORE, value: quantile(times.before, 0.95) },
      { name: AFTER, value: quantile(times.after, 0.95) },
      { name: MADE_UP, value: Math.max(...times.madeUp) },
    ]
  },
}
