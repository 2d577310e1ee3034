import { dashboardSummary } from '@prosa/contract/calls/dashboard'
import { FULL } from '../dataset/sizes.ts'
import type { Measure } from '../measure.ts'
import { quantile } from '../statistics.ts'

const SUMMARY = 'dashboard of 90 days with 1 M messages, p50'
const DAYS = 90
const ROUNDS = 20
const MILLION = 1_000_000
const DAY_MS = 86_400_000

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Figures of 90 days with a million messages and of the 90 days before with as many (docs/items.md, DASH-07). */
export const dashboard: Measure = {
  name: 'dashboard',
  figures: [SUMMARY],
  needsServer: true,
  run: async (stage) => {
    const caller = await stage.caller()
    const { rows } = await stage.server.pool.query<{ at: Date }>(`SELECT max(last_activity_at) AS at FROM conversations`)
    // The newest data may be some days old, because the database is reused.
    const end = (rows[0]?.at ?? new Date()).getTime()
    const path = `/api/dashboard/summary?from=${dayOf(end - (DAYS - 1) * DAY_MS)}&to=${dayOf(end)}`
    const { data } = dashboardSummary.answer.parse(JSON.parse(await caller.read(path)))
    const counted = data.messagesPerDay.reduce((sum, day) => sum + day.in + day.out, 0)
    // With fewer messages, the figure would not be comparable.
    if (counted < MILLION * 0.95)
      throw new Error(`the period holds ${counted} of ${FULL.large.conversations} conversations' messages`)
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now()
      await caller.read(path)
      took.push(performance.now() - started)
    }
    caller.close()
    return [{ name: SUMMARY, value: quantile(took, 0.5) }]
  },
}
