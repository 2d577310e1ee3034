import { dashboardSummary } from '@prosa/contract/calls/reports/dashboard'
import { FULL_DATASET } from '../../dataset/dataset-sizes.ts'
import type { Measure } from '../../measure.ts'
import { getQuantile } from '../../statistics.ts'

const SUMMARY_FIGURE = 'dashboard of 90 days with 1 M messages, p50'
const PERIOD_DAYS = 90
const ROUNDS = 20
const MILLION = 1_000_000
const DAY_MS = 86_400_000

const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Figures of 90 days with a million messages and of the 90 days before with as many (docs/items.md, DASH-07). */
export const dashboardMeasure: Measure = {
  name: 'dashboard',
  figures: [SUMMARY_FIGURE],
  needsServer: true,
  run: async (stage) => {
    const caller = await stage.caller()
    const { rows } = await stage.server.pool.query<{ at: Date }>(`SELECT max(last_activity_at) AS at FROM conversations`)
    // The newest data may be some days old, because the database is reused.
    const end = (rows[0]?.at ?? new Date()).getTime()
    const path = `/api/dashboard/summary?from=${formatDay(end - (PERIOD_DAYS - 1) * DAY_MS)}&to=${formatDay(end)}`
    const { data } = dashboardSummary.answer.parse(JSON.parse(await caller.read(path)))
    const counted = data.messagesPerDay.reduce((sum, day) => sum + day.in + day.out, 0)
    // With fewer messages, the figure would not be comparable.
    if (counted < MILLION * 0.95)
      throw new Error(`the period holds ${counted} of ${FULL_DATASET.large.conversations} conversations' messages`)
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now()
      await caller.read(path)
      took.push(performance.now() - started)
    }
    caller.close()
    return [{ name: SUMMARY_FIGURE, value: getQuantile(took, 0.5) }]
  },
}
