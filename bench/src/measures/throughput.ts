import { idOf } from '../dataset/ids.ts'
import { FULL } from '../dataset/sizes.ts'
import type { Finding, Measure } from '../measure.ts'
import { median } from '../statistics.ts'
import { Caller } from '../support/http.ts'
import { costOf, startLeast } from '../support/processes.ts'

const LIST = 'lists at ten connections, those of a least server by ours'
const OPEN = 'openings at ten connections, those of a least server by ours'
const CONNECTIONS = 10
const ROWS = 40
/** Each round requests from our server and from the minimal server in turn, for the same time. The median of the rounds counts. */
const ROUNDS = 5
const ROUND_MS = 2_000

const tenant = idOf('large', 'tenant')
const agent = idOf('large', 'agent')
const user = idOf('large', 'user', 1)
const nth = (asked: number) => 1 + ((asked * 7_919) % (FULL.large.conversations - 1))

type Ask = (caller: Caller, asked: number) => Promise<unknown>

/**
 * Sends the next request on each connection as soon as the previous one is answered.
 * @returns answers per second
 */
const rate = async (callers: readonly Caller[], ask: Ask, ms: number): Promise<number> => {
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
export const throughput: Measure = {
  name: 'throughput',
  figures: [LIST, OPEN],
  needsServer: true,
  run: async (stage) => {
    const { pool, url } = stage.server
    const product = await stage.product()
    const ours = await Promise.all(Array.from({ length: CONNECTIONS }, () => stage.caller()))
    const least = await startLeast('http.ts', { DATABASE_URL: url })
    const theirs = ours.map(() => new Caller(least.url))
    /** Returns the total active time of the database in milliseconds. */
    const database = async (): Promise<number> => {
      const { rows } = await pool.query<{ ms: number }>(
        'SELECT active_time AS ms FROM pg_stat_database WHERE datname = current_database()',
      )
      return rows[0]?.ms ?? Number.NaN
    }
    const side = (callers: readonly Caller[], { process }: Pick<typeof least, 'process'>, ask: Ask) => ({
      rates: [] as number[],
      own: [] as number[],
      databases: [] as number[],
      async round() {
        const before = { cpu: (await costOf(process)).cpuMs, database: await database() }
        const found = await rate(callers, ask, ROUND_MS)
        const answers = (found * ROUND_MS) / 1_000
        this.rates.push(found)
        this.own.push(((await costOf(process)).cpuMs - before.cpu) / answers)
        // The database's statistics are updated within a second.
        await new Promise((resolve) => setTimeout(resolve, 1_100))
        this.databases.push(((await database()) - before.database) / answers)
      },
    })
    const compare = async (what: string, ask: { ours: Ask; theirs: Ask }): Promise<number> => {
      const [a, b] = [side(ours, product, ask.ours), side(theirs, least, ask.theirs)]
      await rate(ours, ask.ours, ROUND_MS)
      await rate(theirs, ask.theirs, ROUND_MS)
      for (let round = 0; round < ROUNDS; round++) {
        await a.round()
        await b.round()
      }
      for (const [name, { rates, own, databases }] of [['ours', a] as const, ['least', b] as const])
        console.log(
          `  ${what}, ${name}: ${Math.round(median(rates))} a second; each ${median(own).toFixed(2)} ms of its processor, ${median(databases).toFixed(2)} ms in the database`,
        )
      return median(b.rates) / median(a.rates)
    }
    try {
      const findings: Finding[] = [
        {
          name: LIST,
          value: await compare('list', {
            ours: (caller) => caller.read(`/api/conversations/agents/${agent}?limit=${ROWS}&archive=false`),
            theirs: (caller) => caller.read(`/list?tenant=${tenant}&agent=${agent}&user=${user}&limit=${ROWS}`),
          }),
        },
        {
          name: OPEN,
          value: await compare('opening', {
            ours: (caller, asked) =>
              caller.read(
                `/api/conversations/lead/${idOf('large', 'lead', nth(asked))}/${idOf('large', 'conversation', nth(asked))}?limit=50`,
              ),
            theirs: (caller, asked) =>
              caller.read(`/open?tenant=${tenant}&conversation=${idOf('large', 'conversation', nth(asked))}&user=${user}`),
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
