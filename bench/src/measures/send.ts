import { randomUUID } from 'node:crypto'
import { HEADERS } from '@prosa/contract/http'
import { idOf } from '../dataset/ids.ts'
import type { Measure } from '../measure.ts'
import { inTurn, ratio } from '../statistics.ts'
import { Caller } from '../support/http.ts'
import { startLeast } from '../support/processes.ts'

const SEND = 'send, p50 by a least server that commits one INSERT'
/** The rate limit is 30 messages per user and minute. */
const PEOPLE = 8
const ROUNDS = 160

/** Sends messages one after another, each user in their own conversation. Compared with a minimal server that inserts and commits a row. */
export const send: Measure = {
  name: 'send',
  figures: [SEND],
  needsServer: true,
  run: async (stage) => {
    const { pool, url } = stage.server
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => stage.caller()))
    await pool.query('CREATE TABLE IF NOT EXISTS bench.plain (id uuid PRIMARY KEY, said text NOT NULL, at timestamptz NOT NULL)')
    const least = await startLeast('http.ts', { DATABASE_URL: url })
    const theirs = new Caller(least.url)
    try {
      const pairs = await inTurn(
        ROUNDS,
        async (round) => {
          const n = 1_000 + (round % PEOPLE)
          const path = `/api/conversations/lead/${idOf('large', 'lead', n)}/${idOf('large', 'conversation', n)}/messages`
          const headers = { [HEADERS.idempotencyKey]: randomUUID() }
          await people[round % PEOPLE]?.write('POST', path, { content: 'Uma mensagem da bancada' }, headers)
        },
        () => theirs.write('POST', '/send', { id: randomUUID(), content: 'Uma mensagem da bancada' }),
      )
      return [{ name: SEND, value: ratio(pairs, 0.5) }]
    } finally {
      for (const caller of [...people, theirs]) caller.close()
      await least.close()
    }
  },
}
