import type { Measure } from '../measure.ts'
import { inTurn, ratio } from '../statistics.ts'

const SEARCH = 'search in 1 M rows of audit, p95 by that in 10 k'
const ROUNDS = 200
/** Search words: leads with many audit entries, a user with a fifth of all entries, and names without any. */
const SEARCHED = ['Ana Almeida', 'Márcia', 'elisa dias', 'Pessoa 3', 'Ninguém assim', 'Gonçalves']

const pathOf = (round: number): string => {
  const name = SEARCHED[round % SEARCHED.length] ?? ''
  return `/api/audit?limit=100&search=${encodeURIComponent(name)}`
}

/** TRUST-22: the length of the audit log has little effect on a search by name. */
export const auditSearch: Measure = {
  name: 'audit-search',
  figures: [SEARCH],
  needsServer: true,
  run: async (stage) => {
    const logged = await stage.caller('logged')
    const few = await stage.caller('few')
    const found = await inTurn(
      ROUNDS,
      (round) => logged.read(pathOf(round)),
      (round) => few.read(pathOf(round)),
    )
    logged.close()
    few.close()
    return [{ name: SEARCH, value: ratio(found, 0.95) }]
  },
}
