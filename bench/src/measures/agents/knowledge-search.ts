import { measureSearchTimes } from '../../../../apps/server/src/testing/measurements/measure-search-times.ts'
import { getQuantile } from '../../statistics.ts'
import { createMeasureOnBothDatabases } from '../../support/measure-on-both-databases.ts'

const P95_FIGURE = 'search among 20,000 passages, p95 (KNOW-08)'
const GROWTH_FIGURE = 'search among 20,000 passages, p95 by that among 1,000 (KNOW-08)'

/** Searches as agents do: each question of our own test set runs in its own transaction, without a cache between them. */
export const knowledgeSearchMeasure = createMeasureOnBothDatabases(
  'knowledge-search',
  [P95_FIGURE, GROWTH_FIGURE],
  async (server) => {
    const { few, many } = await measureSearchTimes(server)
    const p95 = getQuantile(many, 0.95)
    return { [P95_FIGURE]: p95, [GROWTH_FIGURE]: p95 / getQuantile(few, 0.95) }
  },
)
