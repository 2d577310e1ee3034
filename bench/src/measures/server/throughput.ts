import { FULL_DATASET } from '../../dataset/dataset-sizes.ts'
import { buildId } from '../../dataset/ids.ts'
import type { Measure, MeasureResult } from '../../measure.ts'
import { getMedian } from '../../statistics.ts'
import { HttpCaller } from '../../support/http-caller.ts'
import { getResourceUsage, startMinimalServer } from '../../support/measured-process.ts'

const LIST_FIGURE = 'lists at ten connections, those of a least server by ours'
const OPEN_FIGURE = 'openings at ten connections, those of a least server by ours'
const CONNECTION_COUNT = 10
const ROWS_PER_PAGE = 40
/** Each round requests from our server and from the minimal server in turn, for the same time. The median of the rounds counts. */
const ROUNDS = 5
const ROUND_MS = 2_000

const tenant = buildId('large', 'tenant')
const agent = buildId('large', 'agent')
const user = buildId('large', 'user', 1)
const getConversationNumber = (asked: number) => 1 + ((asked * 7_919) % (FULL_DATASET.large.conversations - 1))

type RequestSender = (caller: HttpCaller, asked: number) => Promise<unknown>

/**
 * Sends the next request on each connection as soon as the previous one is answered.
 * @returns answers per second
 */
const measureRequestRate = async (callers: readonly HttpCaller[], ask: RequestSender, ms: number): Promise<number> => {
  const began = performance.now()
  let asked = 0
  let answered = 0
  await Promise.all(
    callers.map(async (caller) => {
      while (performance.now() - began < ms) {
        await ask(caller, asked++)
        answered += 1
      }
    }),
  )
  return (answered / (performance.now() - began)) * 1_000
}

/**
 * Throughput of one process for ten users who send requests without a pause. Compared with a minimal server on the same rows, alternately.
 * Also reports the database time, which both share.
 */
export const throughputMeasure: Measure = {
  name: 'throughput',
  figures: [LIST_FIGURE, OPEN_FIGURE],
  needsServer: true,
  run: async (stage) => {
    const { pool, url } = stage.server
    const product = await stage.product()
    const ours = await Promise.all(Array.from({ length: CONNECTION_COUNT }, () => stage.caller()))
    const least = await startMinimalServer('http.ts', { DATABASE_URL: url })
    const theirs = ours.map(() => new HttpCaller(least.url))
    /** Returns the total active time of the database in milliseconds. */
    const database = async (): Promise<number> => {
      const { rows } = await pool.query<{ ms: number }>(
        'SELECT active_time AS ms FROM pg_stat_database WHERE datname = current_database()',
      )
      return rows[0]?.ms ?? Number.NaN
    }
    const side = (callers: readonly HttpCaller[], { process }: Pick<typeof least, 'process'>, ask: RequestSender) => ({
      rates: [] as number[],
      own: [] as number[],
      databases: [] as number[],
      async round() {
        const before = { cpu: (await getResourceUsage(process)).cpuMs, database: await database() }
        const found = await measureRequestRate(callers, ask, ROUND_MS)
        const answers = (found * ROUND_MS) / 1_000
        this.rates.push(found)
        this.own.push(((await getResourceUsage(process)).cpuMs - before.cpu) / answers)
        // The database's statistics are updated within a second.
        await new Promise((resolve) => setTimeout(resolve, 1_100))
        this.databases.push(((await database()) - before.database) / answers)
      },
    })
    const compare = async (what: string, ask: { ours: RequestSender; theirs: RequestSender }): Promise<number> => {
      const [a, b] = [side(ours, product, ask.ours), side(theirs, least, ask.theirs)]
      await measureRequestRate(ours, ask.ours, ROUND_MS)
      await measureRequestRate(theirs, ask.theirs, ROUND_MS)
      for (let round = 0; round < ROUNDS; round++) {
        await a.round()
        await b.round()
      }
      for (const [name, { rates, own, databases }] of [['ours', a] as const, ['least', b] as const])
        console.log(
          `  ${what}, ${name}: ${Math.round(getMedian(rates))} a second; each ${getMedian(own).toFixed(2)} ms of its processor, ${getMedian(databases).toFixed(2)} ms in the database`,
        )
      return getMedian(b.rates) / getMedian(a.rates)
    }
    try {
      const findings: MeasureResult[] = [
        {
          name: LIST_FIGURE,
          value: await compare('list', {
            ours: (caller) => caller.read(`/api/conversations/agents/${agent}?limit=${ROWS_PER_PAGE}&archive=false`),
            theirs: (caller) => caller.read(`/list?tenant=${tenant}&agent=${agent}&user=${user}&limit=${ROWS_PER_PAGE}`),
          }),
        },
        {
          name: OPEN_FIGURE,
          value: await compare('opening', {
            ours: (caller, asked) =>
              caller.read(
                `/api/conversations/lead/${buildId('large', 'lead', getConversationNumber(asked))}/${buildId('large', 'conversation', getConversationNumber(asked))}?limit=50`,
              ),
            theirs: (caller, asked) =>
              caller.read(
                `/open?tenant=${tenant}&conversation=${buildId('large', 'conversation', getConversationNumber(asked))}&user=${user}`,
              ),
          }),
        },
      ]
      return findings
    } finally {
      for (const caller of [...ours, ...theirs]) caller.close()
      await least.close()
    }
  },
}
