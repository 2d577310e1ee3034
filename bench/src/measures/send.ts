import { randomUUID } from 'node:crypto'
import { HEADERS } from '@prosa/contract/http'
import { idOf } from '../dataset/ids.ts'
import type { Measure } from '../measure.ts'
import { inTurn, ratio } from '../statistics.ts'

const SEND = 'send, p50 by a plain INSERT that commits'
/** Each person may send 30 messages in a minute. */
const PEOPLE = 8
const ROUNDS = 160

/** One message after another, each person in a conversation of their own, against a row written and committed by plain SQL. */
export const send: Measure = {
  name: 'send',
  figures: [SEND],
  needsServer: true,
  run: async (stage) => {
    const { pool } = stage.server
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => stage.caller()))
    await pool.query('CREATE TABLE IF NOT EXISTS bench.plain (id uuid PRIMARY KEY, said text NOT NULL, at timestamptz NOT NULL)')
    try {
      const pairs = await inTurn(
        ROUNDS,
        async (round) => {
          const n = 1_000 + (round % PEOPLE)
          const path = `/api/conversations/lead/${idOf('large', 'lead', n)}/${idOf('large', 'conversation', n)}/messages`
          const headers = { [HEADERS.idempotencyKey]: randomUUID() }
          await people[round % PEOPLE]?.write('POST', path, { content: 'Uma mensagem da bancada' }, headers)
        },
        () => pool.query('INSERT INTO bench.plain VALUES ($1, $2, now())', [randomUUID(), 'Uma mensagem da bancada']),
      )
      return [{ name: SEND, value: ratio(pairs, 0.5) }]
    } finally {
      for (const person of people) person.close()
    }
  },
}
