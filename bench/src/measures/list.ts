import { idOf } from '../dataset/ids.ts'
import { FULL } from '../dataset/sizes.ts'
import type { Finding, Measure } from '../measure.ts'
import { inTurn, ratio } from '../statistics.ts'
import { BARE_LIST, BARE_OPEN } from '../support/bare-sql.ts'
import { Caller } from '../support/http.ts'
import { costOf, startLeast } from '../support/processes.ts'

const LIST_P50 = 'list of 100 k conversations, p50 by plain SQL'
const LIST_P95 = 'list of 100 k conversations, p95 by plain SQL'
const OPEN_P50 = 'opening one of 2 M messages, p50 by plain SQL'
const OPEN_P95 = 'opening one of 2 M messages, p95 by plain SQL'
const LIST_CPU = 'processor time of a list, by a least server'
const OPEN_CPU = 'processor time of an opening, by a least server'
const ROUNDS = 400

const tenant = idOf('large', 'tenant')
const agent = idOf('large', 'agent')
const user = idOf('large', 'user', 1)
/** Returns another conversation for each round, distributed over the table. Excludes the newest one, which is very long. */
const nth = (round: number) => 1 + ((round * 7_919) % (FULL.large.conversations - 1))

const listPath = `/api/conversations/agents/${agent}?limit=20&archive=false`
const openPath = (round: number) =>
  `/api/conversations/lead/${idOf('large', 'lead', nth(round))}/${idOf('large', 'conversation', nth(round))}?limit=50`

/** Compares the first page of the list and the newest page of a conversation with the same rows read by plain SQL in the same run. */
export const list: Measure = {
  name: 'list',
  figures: [LIST_P50, LIST_P95, OPEN_P50, OPEN_P95, LIST_CPU, OPEN_CPU],
  needsServer: true,
  run: async (stage) => {
    const { pool, url } = stage.server
    const product = await stage.product()
    const ours = await stage.caller()
    const least = await startLeast('http.ts', { DATABASE_URL: url })
    const theirs = new Caller(least.url)
    const cpu = async (rounds: number, a: (round: number) => Promise<unknown>, b: (round: number) => Promise<unknown>) => {
      await inTurn(100, a, b)
      const before = [await costOf(product.process), await costOf(least.process)] as const
      await inTurn(rounds, a, b, 0)
      const after = [await costOf(product.process), await costOf(least.process)] as const
      return (after[0].cpuMs - before[0].cpuMs) / (after[1].cpuMs - before[1].cpuMs)
    }
    try {
      const listed = await inTurn(
        ROUNDS,
        () => ours.read(listPath),
        () => pool.query(BARE_LIST, [tenant, agent, user, 20]),
      )
      const opened = await inTurn(
        ROUNDS,
        (round) => ours.read(openPath(round)),
        async (round) => {
          const id = idOf('large', 'conversation', nth(round))
          await pool.query(BARE_OPEN.conversation, [tenant, id, user])
          await pool.query(BARE_OPEN.history, [tenant, id, 50])
        },
      )
      const listCpu = await cpu(
        ROUNDS,
        () => ours.read(listPath),
        () => theirs.read(`/list?tenant=${tenant}&agent=${agent}&user=${user}`),
      )
      const openCpu = await cpu(
        ROUNDS,
        (round) => ours.read(openPath(round)),
        (round) => theirs.read(`/open?tenant=${tenant}&conversation=${idOf('large', 'conversation', nth(round))}&user=${user}`),
      )
      const findings: Finding[] = [
        { name: LIST_P50, value: ratio(listed, 0.5) },
        { name: LIST_P95, value: ratio(listed, 0.95) },
        { name: OPEN_P50, value: ratio(opened, 0.5) },
        { name: OPEN_P95, value: ratio(opened, 0.95) },
        { name: LIST_CPU, value: listCpu },
        { name: OPEN_CPU, value: openCpu },
      ]
      return findings
    } finally {
      ours.close()
      theirs.close()
      await least.close()
    }
  },
}
