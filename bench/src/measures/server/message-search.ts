import { randomUUID } from 'node:crypto'
import { HTTP_HEADERS } from '@prosa/contract/http'
import type { Pool } from 'pg'
import { COMMON_WORD, FULL_DATASET, SPREAD_DAYS } from '../../dataset/dataset-sizes.ts'
import { buildId } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { getQuantileRatio, measureAlternately, type PairedDurations } from '../../statistics.ts'
import type { HttpCaller } from '../../support/http-caller.ts'

const RARE_P50 = 'search for a rare word in 2 M messages, p50 by plain SQL'
const RARE_P95 = 'search for a rare word in 2 M messages, p95 by plain SQL'
const GROWTH_FIGURE = 'search for a rare word in 2 M messages, p50 by that in 20 k'
const COMMON_WORD_FIGURE = 'search for a word of every tenth message, p95 by that for a rare one'
const SEND_FIGURE = 'send while messages are noted for the search, p50 by one while they are not'
const ROUNDS = 200
/** The rate limit is 30 messages per user and minute, and requests without a pause are throttled (028). */
const USER_COUNT = 20
const OTHER_USER_COUNT = 5

/** Plain SQL that uses the word index. Without OFFSET 0, the planner might scan the newest messages instead. */
const PLAIN_SEARCH_SQL = `
  SELECT s.message_id, s.at, m.content, m.role, l.id, l.name
  FROM (SELECT * FROM message_search WHERE searched @@ $2::tsquery OFFSET 0) s
  JOIN messages m ON m.tenant_id = s.tenant_id AND m.id = s.message_id
  JOIN conversations c ON c.tenant_id = s.tenant_id AND c.id = s.conversation_id
  JOIN leads l ON l.tenant_id = c.tenant_id AND l.id = c.lead_id
  WHERE s.tenant_id = $1 ORDER BY s.at DESC, s.message_id DESC LIMIT 21`

/** Months over which the messages are distributed, in the format of the search index. */
const INDEX_MONTHS = Array.from({ length: Math.ceil(SPREAD_DAYS / 28) + 2 }, (_, back) => {
  const month = new Date()
  month.setUTCDate(1)
  month.setUTCMonth(month.getUTCMonth() - back)
  return month.toISOString().slice(2, 7).replace('-', '')
})

/** Returns the number of another conversation for each round; the messages of that conversation contain it. */
const getRareWord = (tenant: 'large' | 'hundredth', round: number): string => {
  const conversations = tenant === 'large' ? FULL_DATASET.large.conversations : FULL_DATASET.few
  return String(100 + ((round * 7_919) % (conversations - 101)))
}

/** Search over messages, compared with plain SQL and with a smaller organisation (INBOX-14, INBOX-15), and its cost for each send. */
export const messageSearchMeasure: Measure = {
  name: 'message-search',
  figures: [RARE_P50, RARE_P95, GROWTH_FIGURE, COMMON_WORD_FIGURE, SEND_FIGURE],
  needsServer: true,
  run: async (stage) => {
    const { pool } = stage.server
    const people = await Promise.all(Array.from({ length: USER_COUNT }, () => stage.caller()))
    const others = await Promise.all(Array.from({ length: OTHER_USER_COUNT }, () => stage.caller('hundredth')))
    try {
      const tenant = buildId('large', 'tenant')
      const plain = (word: string) =>
        pool.query(PLAIN_SEARCH_SQL, [tenant, INDEX_MONTHS.map((month) => `'${tenant.slice(-6)}${month}${word}'`).join(' | ')])
      const rare = await measureAlternately(
        ROUNDS,
        (round) => searchMessages(people, round, getRareWord('large', round)),
        (round) => plain(getRareWord('large', round)),
      )
      const growth = await measureAlternately(
        ROUNDS,
        (round) => searchMessages(people, round, getRareWord('large', round)),
        (round) => searchMessages(others, round, getRareWord('hundredth', round)),
      )
      const common = await measureAlternately(
        ROUNDS,
        (round) => searchMessages(people, round, COMMON_WORD),
        (round) => searchMessages(people, round, getRareWord('large', round)),
      )
      const sends = await measureSends(pool, people)
      return [
        { name: RARE_P50, value: getQuantileRatio(rare, 0.5) },
        { name: RARE_P95, value: getQuantileRatio(rare, 0.95) },
        { name: GROWTH_FIGURE, value: getQuantileRatio(growth, 0.5) },
        { name: COMMON_WORD_FIGURE, value: getQuantileRatio(common, 0.95) },
        { name: SEND_FIGURE, value: getQuantileRatio(sends, 0.5) },
      ]
    } finally {
      for (const caller of [...people, ...others]) caller.close()
    }
  },
}

const sendMessageInTurn = async (people: readonly HttpCaller[], round: number) => {
  const n = 2_000 + (round % people.length)
  const path = `/api/conversations/lead/${buildId('large', 'lead', n)}/${buildId('large', 'conversation', n)}/messages`
  await people[round % people.length]?.write(
    'POST',
    path,
    { content: 'Uma mensagem da bancada' },
    { [HTTP_HEADERS.idempotencyKey]: randomUUID() },
  )
}

/**
 * Searches for a word.
 * @throws if nothing is found
 */
async function searchMessages(of: readonly HttpCaller[], round: number, word: string): Promise<void> {
  const answer = await of[round % of.length]?.read(`/api/search/messages?q=${encodeURIComponent(word)}`)
  if (!answer || answer.includes('"results":[]')) throw new Error(`Nothing was found by ${word}`)
}

/**
 * Measures sends with and without the trigger that fills the search index. Alternates in groups, because switching the trigger takes longer
 * than a send.
 */
async function measureSends(pool: Pool, people: readonly HttpCaller[]): Promise<PairedDurations> {
  const sends = { ours: [] as number[], theirs: [] as number[] }
  const switched = (on: boolean) => pool.query(`ALTER TABLE messages ${on ? 'ENABLE' : 'DISABLE'} TRIGGER message_written`)
  try {
    for (let round = -people.length; round < 2 * ROUNDS; round++) {
      const isNoted = Math.floor(round / people.length) % 2 === 0
      if (round % people.length === 0) await switched(isNoted)
      const begun = performance.now()
      await sendMessageInTurn(people, round + people.length)
      if (round >= 0) sends[isNoted ? 'ours' : 'theirs'].push(performance.now() - begun)
    }
  } finally {
    await switched(true)
  }
  return sends
}
