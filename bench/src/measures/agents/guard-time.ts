import { measureGuardTimes } from '../../../../apps/server/src/testing/measurements/measure-guard-times.ts'
import type { Measure } from '../../measure.ts'
import { getQuantile } from '../../statistics.ts'

const LEAD_TEXT_FIGURE = 'processor time of the guard, 8,000 characters of a lead, p95 (GUARD-31)'
const ANSWER_FIGURE = 'processor time of the guard, 8,000 characters of an agent, p95 (GUARD-31)'
const GENERATED_TEXT_FIGURE = 'processor time of the guard, 8,000 characters of anything, slowest (GUARD-31)'

/** Calls the guard as a turn does. The sources for its check are instructions of 7,000 characters and 40 messages of a lead. */
export const guardTimeMeasure: Measure = {
  name: 'guard',
  figures: [LEAD_TEXT_FIGURE, ANSWER_FIGURE, GENERATED_TEXT_FIGURE],
  run: async () => {
    const times = measureGuardTimes()
    return [
      { name: LEAD_TEXT_FIGURE, value: getQuantile(times.before, 0.95) },
      { name: ANSWER_FIGURE, value: getQuantile(times.after, 0.95) },
      { name: GENERATED_TEXT_FIGURE, value: Math.max(...times.madeUp) },
    ]
  },
}
