import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { NumberSync } from '@prosa/contract/entities/channel'
import { HEADERS } from '@prosa/contract/http'
import { historyChunk, longPast } from '../../../apps/server/src/testing/meta-past.ts'
import { incoming, now, sign, text } from '../../../apps/server/src/testing/meta-wire.ts'
import { quantile } from '../statistics.ts'
import { Caller } from '../support/http.ts'
import { onBoth } from '../support/on-both.ts'
import { type OwnOffice, openOwnOffice } from '../support/own-office.ts'

const IMPORT = 'import of 50,000 messages of a phone, until they are in their place'
const LIST = 'list while a past comes in, p95 by the quiet one'
const SEND = 'send while a past comes in, p95 by the quiet one'
const HEARD = "a lead's message while a past comes in, p95 by the quiet one"
const FIGURES = [IMPORT, LIST, SEND, HEARD] as const

const MESSAGES = 50_000
const A_POST = 5_000
const PER_PERSON = 50
const PHONES_FROM = 900_000_000
const DAY = 86_400
/** The rate limit is 30 messages per user and minute. */
const PEOPLE = 60
const CONVERSATIONS = 1_000
const QUIET_ROUNDS = 120
/** Pause in milliseconds after each live request, which leaves the machine capacity for more. */
const PAUSE_MS = 100
const LOOK_MS = 250
const MOST_MS = 300_000

interface Times {
  readonly list: number[]
  readonly send: number[]
  readonly heard: number[]
}

/** Imports 180 days of history while users work and leads write, on its own installation (1-whatsapp.md, section 6). */
export const pastImport = onBoth('past-import', FIGURES, async (server) => {
  const office = await openOwnOffice(server, { people: PEOPLE, conversations: CONVERSATIONS })
  try {
    return await measureIn(office)
  } finally {
    await office.close()
  }
})

async function measureIn(office: OwnOffice): Promise<Record<(typeof FIGURES)[number], number>> {
  const { phone, product } = office
  const past = longPast(MESSAGES / PER_PERSON, PER_PERSON, { phonesFrom: PHONES_FROM, before: now() - DAY })
  // Sends the webhooks without delay, because the same process also makes the measured requests.
  const told = Array.from({ length: MESSAGES / A_POST }, (_, n) => {
    const threads = past.slice((n * A_POST) / PER_PERSON, ((n + 1) * A_POST) / PER_PERSON)
    return signed(historyChunk(phone, threads, { progress: ((n + 1) * A_POST * 100) / MESSAGES, chunk: n + 1 }))
  })
  const meta = new Caller(product.url)
  const work = liveWork(office, meta)
  try {
    await work.rounds(QUIET_ROUNDS / 3)
    const quiet = await work.rounds(QUIET_ROUNDS)
    const from = performance.now()
    let isOver = false
    const importing = (async () => {
      for (const { body, headers } of told) await meta.write('POST', '/webhooks/whatsapp', body, headers)
      for (; !(await isWhole(office)); await wait(LOOK_MS))
        if (performance.now() - from > MOST_MS) throw new Error('The past was not in its place after five minutes')
      return performance.now() - from
    })().finally(() => {
      isOver = true
    })
    const [ms, meanwhile] = await Promise.all([importing, work.rounds(Number.POSITIVE_INFINITY, () => isOver)])
    const slower = (what: keyof Times) => quantile(meanwhile[what], 0.95) / quantile(quiet[what], 0.95)
    console.log(`  import ${Math.round(ms)} ms`)
    for (const [when, times] of [['quiet', quiet] as const, ['meanwhile', meanwhile] as const])
      console.log(`  ${when}, p95: ${(['list', 'send', 'heard'] as const).map((what) => p95Of(times, what)).join(', ')}`)
    return { [IMPORT]: ms, [LIST]: slower('list'), [SEND]: slower('send'), [HEARD]: slower('heard') }
  } finally {
    meta.close()
  }
}

const p95Of = (times: Times, what: keyof Times): string =>
  `${what} ${quantile(times[what], 0.95).toFixed(1)} ms of ${times[what].length}`

const signed = (payload: object) => {
  const body = JSON.stringify(payload)
  return { body, headers: { 'x-hub-signature-256': sign(body) } }
}

async function isWhole({ people }: OwnOffice): Promise<boolean> {
  const answer = await people[0]?.read('/api/channels/whatsapp/numbers')
  const { data } = JSON.parse(answer ?? '{}') as { data: { numbers: { sync?: NumberSync | null }[] } }
  const sync = data.numbers[0]?.sync
  if (sync?.state === 'failed' || sync?.state === 'refused') throw new Error(`The past is ${sync.state}: ${sync.reason}`)
  return sync?.state === 'done' && sync.messages >= MESSAGES
}

/** Makes live requests in turn: a list, a message to a lead, and a message of a lead whose history is being imported. */
function liveWork({ world, people, phone }: OwnOffice, meta: Caller) {
  let turn = 0
  const timed = async (into: number[], asked: Promise<unknown> | undefined) => {
    const from = performance.now()
    await asked
    into.push(performance.now() - from)
    await wait(PAUSE_MS)
  }
  const round = async ({ list, send, heard }: Times) => {
    turn += 1
    const person = people[turn % people.length]
    const { leadId, conversationId } = world.conversations[turn % world.conversations.length] ?? {}
    await timed(list, person?.read(`/api/conversations/agents/${world.agentId}?limit=20&archive=false`))
    const path = `/api/conversations/lead/${leadId}/${conversationId}/messages`
    const key = { [HEADERS.idempotencyKey]: randomUUID() }
    await timed(send, person?.write('POST', path, { content: 'Uma mensagem da bancada' }, key))
    const lead = { phone: `5521${PHONES_FROM + ((turn * 7) % (MESSAGES / PER_PERSON))}` }
    const { body, headers } = signed(incoming(phone, lead, `wamid.NOW${turn}`, text('Oi')))
    await timed(heard, meta.write('POST', '/webhooks/whatsapp', body, headers))
  }
  return {
    rounds: async (most: number, isOver: () => boolean = () => false): Promise<Times> => {
      const times: Times = { list: [], send: [], heard: [] }
      for (let n = 0; n < most && !isOver(); n += 1) await round(times)
      return times
    },
  }
}
