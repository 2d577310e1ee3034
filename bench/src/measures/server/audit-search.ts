import type { Measure } from '../../measure.ts'
import { getQuantileRatio, measureAlternately } from '../../statistics.ts'

const SEARCH_FIGURE = 'search in 1 M rows of audit, p95 by that in 10 k'
const ROUNDS = 200
/** Search words: leads with many audit entries, a user with a fifth of all entries, and names without any. */
const SEARCH_WORDS = ['Ana Almeida', 'Márcia', 'elisa dias', 'Pessoa 3', 'Ninguém assim', 'Gonçalves']

const buildSearchPath = (round: number): string => {
  const name = SEARCH_WORDS[round % SEARCH_WORDS.length] ?? ''
  return `/api/audit?limit=100&search=${encodeURIComponent(name)}`
}

/** TRUST-22: the length of the audit log has little effect on a search by name. */
export const auditSearchMeasure: Measure = {
  name: 'audit-search',
  figures: [SEARCH_FIGURE],
  needsServer: true,
  run: async (stage) => {
    const logged = await stage.caller('logged')
    const few = await stage.caller('few')
    const found = await measureAlternately(
      ROUNDS,
      (round) => logged.read(buildSearchPath(round)),
      (round) => few.read(buildSearchPath(round)),
    )
    logged.close()
    few.close()
    return [{ name: SEARCH_FIGURE, value: getQuantileRatio(found, 0.95) }]
  },
}
