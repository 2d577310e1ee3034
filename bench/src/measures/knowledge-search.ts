import { timesOfSearch } from '../../../apps/server/src/testing/search-times.ts'
import { serverAddress } from '../dataset/database.ts'
import type { Finding, Measure } from '../measure.ts'
import { quantile } from '../statistics.ts'

const P95 = 'search among 20,000 passages, p95 (KNOW-08)'
const GROWTH = 'search among 20,000 passages, p95 by that among 1,000 (KNOW-08)'
const ON = ['embedded', 'PostgreSQL'] as const

const nameOn = (on: (typeof ON)[number], figure: string): string => `${on}: ${figure}`

/** As agents ask: each question of our own set, in a transaction of its own, without anything that is kept from one to the next. */
export const knowledgeSearch: Measure = {
  name: 'knowledge-search',
  figures: ON.flatMap((on) => [nameOn(on, P95), nameOn(on, GROWTH)]),
  run: async () => {
    const found: Finding[] = []
    for (const on of ON) {
      const server = on === 'embedded' ? null : serverAddress()
      if (on === 'PostgreSQL' && server === null) {
        const missing = 'needs a PostgreSQL server: set BENCH_DATABASE_URL'
        found.push({ name: nameOn(on, P95), missing }, { name: nameOn(on, GROWTH), missing })
        continue
      }
      const { few, many } = await timesOfSearch(server)
      const p95 = quantile(many, 0.95)
      found.push({ name: nameOn(on, P95), value: p95 }, { name: nameOn(on, GROWTH), value: p95 / quantile(few, 0.95) })
    }
    return found
  },
}
