import { FULL_DATASET } from '../../dataset/dataset-sizes.ts'
import { buildId } from '../../dataset/ids.ts'
import type { Measure, MeasureResult } from '../../measure.ts'
import { getQuantileRatio, measureAlternately } from '../../statistics.ts'
import { HttpCaller } from '../../support/http-caller.ts'
import { getResourceUsage, startMinimalServer } from '../../support/measured-process.ts'
import { PLAIN_CONVERSATION_SQL, PLAIN_LIST_SQL } from '../../support/plain-sql.ts'

const LIST_P50 = 'list of 100 k conversations, p50 by plain SQL'
const LIST_P95 = 'list of 100 k conversations, p95 by plain SQL'
const OPEN_P50 = 'opening one of 2 M messages, p50 by plain SQL'
const OPEN_P95 = 'opening one of 2 M messages, p95 by plain SQL'
const LIST_CPU = 'processor time of a list, by a least server'
const OPEN_CPU = 'processor time of an opening, by a least server'
const ROUNDS = 400

const tenant = buildId('large', 'tenant')
const agent = buildId('large', 'agent')
const user = buildId('large', 'user', 1)
/** Returns another conversation for each round, distributed over the table. Excludes the newest one, which is very long. */
const getConversationNumber = (round: number) => 1 + ((round * 7_919) % (FULL_DATASET.large.conversations - 1))

const listPath = `/api/conversations/agents/${agent}?limit=20&archive=false`
const buildConversationPath = (round: number) =>
  `/api/conversations/lead/${buildId('large', 'lead', getConversationNumber(round))}/${buildId('large', 'conversation', getConversationNumber(round))}?limit=50`

/** Compares the first page of the list and the newest page of a conversation with the same rows read by plain SQL in the same run. */
export const listAndOpenMeasure: Measure = {
  name: 'list',
  figures: [LIST_P50, LIST_P95, OPEN_P50, OPEN_P95, LIST_CPU, OPEN_CPU],
  needsServer: true,
  run: async (stage) => {
    const { pool, url } = stage.server
    const product = await stage.product()
    const ours = await stage.caller()
    const least = await startMinimalServer('http.ts', { DATABASE_URL: url })
    const theirs = new HttpCaller(least.url)
    const cpu = async (rounds: number, a: (round: number) => Promise<unknown>, b: (round: number) => Promise<unknown>) => {
      await measureAlternately(100, a, b)
      const before = [await getResourceUsage(product.process), await getResourceUsage(least.process)] as const
      await measureAlternately(rounds, a, b, 0)
      const after = [await getResourceUsage(product.process), await getResourceUsage(least.process)] as const
      return (after[0].cpuMs - before[0].cpuMs) / (after[1].cpuMs - before[1].cpuMs)
    }
    try {
      const listed = await measureAlternately(
        ROUNDS,
        () => ours.read(listPath),
        () => pool.query(PLAIN_LIST_SQL, [tenant, agent, user, 20]),
      )
      const opened = await measureAlternately(
        ROUNDS,
        (round) => ours.read(buildConversationPath(round)),
        async (round) => {
          const id = buildId('large', 'conversation', getConversationNumber(round))
          await pool.query(PLAIN_CONVERSATION_SQL.conversation, [tenant, id, user])
          await pool.query(PLAIN_CONVERSATION_SQL.history, [tenant, id, 50])
        },
      )
      const listCpu = await cpu(
        ROUNDS,
        () => ours.read(listPath),
        () => theirs.read(`/list?tenant=${tenant}&agent=${agent}&user=${user}`),
      )
      const openCpu = await cpu(
        ROUNDS,
        (round) => ours.read(buildConversationPath(round)),
        (round) =>
          theirs.read(
            `/open?tenant=${tenant}&conversation=${buildId('large', 'conversation', getConversationNumber(round))}&user=${user}`,
          ),
      )
      const findings: MeasureResult[] = [
        { name: LIST_P50, value: getQuantileRatio(listed, 0.5) },
        { name: LIST_P95, value: getQuantileRatio(listed, 0.95) },
        { name: OPEN_P50, value: getQuantileRatio(opened, 0.5) },
        { name: OPEN_P95, value: getQuantileRatio(opened, 0.95) },
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
