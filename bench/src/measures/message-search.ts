import { randomUUID } from 'node:crypto'
import { HEADERS } from '@prosa/contract/http'
import { idOf, type TenantName } from '../dataset/ids.ts'
import { COMMON_WORD, FULL, SPREAD_DAYS } from '../dataset/sizes.ts'
import type { Measure } from '../measure.ts'
import { inTurn, ratio } from '../statistics.ts'
import type { Caller } from '../support/http.ts'

const RARE_P50 = 'search for a rare word in 2 M messages, p50 by plain SQL'
const RARE_P95 = 'search for a rare word in 2 M messages, p95 by plain SQL'
const GROWTH = 'search for a rare word in 2 M messages, p50 by that in 20 k'
const COMMON = 'search for a word of every tenth message, p95 by that for a rare one'
const SEND = 'send while messages are noted for the search, p50 by one while they are not'
const ROUNDS = 200
/** Each person may send 30 messages in a minute. */
const PEOPLE = 14

const BARE = `
  SELECT s.message_id, s.at, m.content, m.role, l.id, l.name FROM message_search s
  JOIN messages m ON m.tenant_id = s.tenant_id AND m.id = s.message_id
  JOIN conversations c ON c.tenant_id = s.tenant_id AND c.id = s.conversation_id
  JOIN leads l ON l.tenant_id = c.tenant_id AND l.id = c.lead_id
  WHERE s.tenant_id = $1 AND s.searched @@ $2::tsquery ORDER BY s.at DESC, s.message_id DESC LIMIT 21`

/** The months over which the messages are spread, as the search's words have them. */
const MONTHS = Array.from({ length: Math.ceil(SPREAD_DAYS / 28) + 2 }, (_, back) => {
  const month = new Date()
  month.setUTCDate(1)
  month.setUTCMonth(month.getUTCMonth() - back)
  return month.toISOString().slice(2, 7).replace('-', '')
})

const pathOf = (word: string) => `/api/search/messages?q=${encodeURIComponent(word)}`
/** The number of another conversation each time, which its messages say. */
const rareOf = (tenant: 'large' | 'hundredth', round: number): string => {
  const conversations = tenant === 'large' ? FULL.large.conversations : FULL.few
  return String(100 + ((round * 7_919) % (conversations - 101)))
}

/** INBOX-14 and INBOX-15. */
export const messageSearch: Measure = {
  name: 'message-search',
  figures: [RARE_P50, RARE_P95, GROWTH, COMMON, SEND],
  needsServer: true,
  run: async (stage) => {
    const { pool } = stage.server
    const large = await stage.caller('large')
    const small = await stage.caller('hundredth')
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => stage.caller()))
    try {
      const tenant = idOf('large', 'tenant')
      const plain = (word: string) =>
        pool.query(BARE, [tenant, MONTHS.map((month) => `'${tenant.slice(-6)}${month}${word}'`).join(' | ')])
      await finds(large, 'large')
      const rare = await inTurn(
        ROUNDS,
        (round) => large.read(pathOf(rareOf('large', round))),
        (round) => plain(rareOf('large', round)),
      )
      const growth = await inTurn(
        ROUNDS,
        (round) => large.read(pathOf(rareOf('large', round))),
        (round) => small.read(pathOf(rareOf('hundredth', round))),
      )
      const common = await inTurn(
        ROUNDS,
        () => large.read(pathOf(COMMON_WORD)),
        (round) => large.read(pathOf(rareOf('large', round))),
      )
      const sends = await inTurn(
        ROUNDS,
        (round) => noted(true, () => sendBy(people, round)),
        (round) => noted(false, () => sendBy(people, round)),
      )
      return [
        { name: RARE_P50, value: ratio(rare, 0.5) },
        { name: RARE_P95, value: ratio(rare, 0.95) },
        { name: GROWTH, value: ratio(growth, 0.5) },
        { name: COMMON, value: ratio(common, 0.95) },
        { name: SEND, value: ratio(sends, 0.5) },
      ]
    } finally {
      for (const caller of [large, small, ...people]) caller.close()
    }

    /** With the trigger that notes a message, and without. */
    async function noted<T>(is: boolean, work: () => Promise<T>): Promise<T> {
      await pool.query(`ALTER TABLE messages ${is ? 'ENABLE' : 'DISABLE'} TRIGGER message_written`)
      return work()
    }
  },
}

const sendBy = async (people: readonly Caller[], round: number) => {
  const n = 2_000 + (round % people.length)
  const path = `/api/conversations/lead/${idOf('large', 'lead', n)}/${idOf('large', 'conversation', n)}/messages`
  await people[round % people.length]?.write(
    'POST',
    path,
    { content: 'Uma mensagem da bancada' },
    { [HEADERS.idempotencyKey]: randomUUID() },
  )
}

/** What is measured finds something. */
async function finds(caller: Caller, tenant: Extract<TenantName, 'large'>): Promise<void> {
  for (const word of [rareOf(tenant, 1), COMMON_WORD]) {
    const { data } = JSON.parse(await caller.read(pathOf(word))) as { data: { results: unknown[] } }
    if (data.results.length === 0) throw new Error(`Nothing was found by ${word}`)
  }
}
