import { randomUUID } from 'node:crypto'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { buildId } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { getQuantileRatio, measureAlternately } from '../../statistics.ts'
import { HttpCaller } from '../../support/http-caller.ts'
import { startMinimalServer } from '../../support/measured-process.ts'

const SEND_FIGURE = 'send, p50 by a least server that commits one INSERT'
/** The rate limit is 30 messages per user and minute. */
const USER_COUNT = 8
const ROUNDS = 160

/** Sends messages one after another, each user in their own conversation. Compared with a minimal server that inserts and commits a row. */
export const messageSendMeasure: Measure = {
  name: 'send',
  figures: [SEND_FIGURE],
  needsServer: true,
  run: async (stage) => {
    const { pool, url } = stage.server
    const people = await Promise.all(Array.from({ length: USER_COUNT }, () => stage.caller()))
    await pool.query('CREATE TABLE IF NOT EXISTS bench.plain (id uuid PRIMARY KEY, said text NOT NULL, at timestamptz NOT NULL)')
    const least = await startMinimalServer('http.ts', { DATABASE_URL: url })
    const theirs = new HttpCaller(least.url)
    try {
      const pairs = await measureAlternately(
        ROUNDS,
        async (round) => {
          const n = 1_000 + (round % USER_COUNT)
          const path = `/api/conversations/lead/${buildId('large', 'lead', n)}/${buildId('large', 'conversation', n)}/messages`
          const headers = { [HTTP_HEADERS.idempotencyKey]: randomUUID() }
          await people[round % USER_COUNT]?.write('POST', path, { content: 'Uma mensagem da bancada' }, headers)
        },
        () => theirs.write('POST', '/send', { id: randomUUID(), content: 'Uma mensagem da bancada' }),
      )
      return [{ name: SEND_FIGURE, value: getQuantileRatio(pairs, 0.5) }]
    } finally {
      for (const caller of [...people, theirs]) caller.close()
      await least.close()
    }
  },
}
