import { timesOfSearch } from '../../../apps/server/src/testing/search-times.ts'
import { quantile } from '../statistics.ts'
import { onBoth } from '../support/on-both.ts'

const P95 = 'search among 20,000 passages, p95 (KNOW-08)'
const GROWTH = 'search among 20,000 passages, p95 by that among 1,000 (KNOW-08)'

/** Searches as agents do: each question of our own test set runs in its own transaction, without a cache between them. */
export const knowledgeSearch = onBoth('knowledge-search', [P95, GROWTH], async (server) => {
  const { few, many } = await timesOfSearch(server)
  const p95 = quantile(many, 0.95)
  return { [P95]: p95, [GROWTH]: p95 / quantile(few, 0.95) }
})
