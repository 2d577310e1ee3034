import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { NumberHistoryImport } from '@prosa/contract/entities/whatsapp/channel'
import { HTTP_HEADERS } from '@prosa/contract/http'
import {
  buildHistoryWebhook,
  generateHistoryThreads,
} from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-history-webhooks.ts'
import {
  buildMessageWebhook,
  buildTextBody,
  getUnixSeconds,
  signWebhookBody,
} from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { getQuantile } from '../../statistics.ts'
import { type DedicatedInstallation, startDedicatedInstallation } from '../../support/dedicated-installation.ts'
import { HttpCaller } from '../../support/http-caller.ts'
import { createMeasureOnBothDatabases } from '../../support/measure-on-both-databases.ts'

const IMPORT_FIGURE = 'import of 50,000 messages of a phone, until they are in their place'
const LIST_FIGURE = 'list while a past comes in, p95 by the quiet one'
const SEND_FIGURE = 'send while a past comes in, p95 by the quiet one'
const LEAD_MESSAGE_FIGURE = "a lead's message while a past comes in, p95 by the quiet one"
const FIGURES = [IMPORT_FIGURE, LIST_FIGURE, SEND_FIGURE, LEAD_MESSAGE_FIGURE] as const

const MESSAGE_COUNT = 50_000
const MESSAGES_PER_POST = 5_000
const MESSAGES_PER_LEAD = 50
const PHONES_FROM = 900_000_000
const DAY_S = 86_400
/** The rate limit is 30 messages per user and minute. */
const USER_COUNT = 60
const CONVERSATION_COUNT = 1_000
const BASELINE_ROUNDS = 120
/** Pause in milliseconds after each live request, which leaves the machine capacity for more. */
const PAUSE_MS = 100
const POLL_INTERVAL_MS = 250
const IMPORT_TIMEOUT_MS = 300_000

interface LiveRequestTimes {
  readonly list: number[]
  readonly send: number[]
  readonly heard: number[]
}

/** Imports 180 days of history while users work and leads write, on its own installation (1-whatsapp.md, section 6). */
export const historyImportMeasure = createMeasureOnBothDatabases('past-import', FIGURES, async (server) => {
  const office = await startDedicatedInstallation(server, { people: USER_COUNT, conversations: CONVERSATION_COUNT })
  try {
    return await measureHistoryImport(office)
  } finally {
    await office.close()
  }
})

async function measureHistoryImport(office: DedicatedInstallation): Promise<Record<(typeof FIGURES)[number], number>> {
  const { phone, product } = office
  const past = generateHistoryThreads(MESSAGE_COUNT / MESSAGES_PER_LEAD, MESSAGES_PER_LEAD, {
    phonesFrom: PHONES_FROM,
    before: getUnixSeconds() - DAY_S,
  })
  // Sends the webhooks without delay, because the same process also makes the measured requests.
  const told = Array.from({ length: MESSAGE_COUNT / MESSAGES_PER_POST }, (_, n) => {
    const threads = past.slice((n * MESSAGES_PER_POST) / MESSAGES_PER_LEAD, ((n + 1) * MESSAGES_PER_POST) / MESSAGES_PER_LEAD)
    return signWebhook(
      buildHistoryWebhook(phone, threads, { progress: ((n + 1) * MESSAGES_PER_POST * 100) / MESSAGE_COUNT, chunk: n + 1 }),
    )
  })
  const meta = new HttpCaller(product.url)
  const work = createLiveRequests(office, meta)
  try {
    await work.rounds(BASELINE_ROUNDS / 3)
    const quiet = await work.rounds(BASELINE_ROUNDS)
    const from = performance.now()
    let isOver = false
    const importing = (async () => {
      for (const { body, headers } of told) await meta.write('POST', '/webhooks/whatsapp', body, headers)
      for (; !(await isImportDone(office)); await wait(POLL_INTERVAL_MS))
        if (performance.now() - from > IMPORT_TIMEOUT_MS) throw new Error('The past was not in its place after five minutes')
      return performance.now() - from
    })().finally(() => {
      isOver = true
    })
    const [ms, meanwhile] = await Promise.all([importing, work.rounds(Number.POSITIVE_INFINITY, () => isOver)])
    const slower = (what: keyof LiveRequestTimes) => getQuantile(meanwhile[what], 0.95) / getQuantile(quiet[what], 0.95)
    console.log(`  import ${Math.round(ms)} ms`)
    for (const [when, times] of [['quiet', quiet] as const, ['meanwhile', meanwhile] as const])
      console.log(`  ${when}, p95: ${(['list', 'send', 'heard'] as const).map((what) => formatP95(times, what)).join(', ')}`)
    return {
      [IMPORT_FIGURE]: ms,
      [LIST_FIGURE]: slower('list'),
      [SEND_FIGURE]: slower('send'),
      [LEAD_MESSAGE_FIGURE]: slower('heard'),
    }
  } finally {
    meta.close()
  }
}

const formatP95 = (times: LiveRequestTimes, what: keyof LiveRequestTimes): string =>
  `${what} ${getQuantile(times[what], 0.95).toFixed(1)} ms of ${times[what].length}`

const signWebhook = (payload: object) => {
  const body = JSON.stringify(payload)
  return { body, headers: { 'x-hub-signature-256': signWebhookBody(body) } }
}

async function isImportDone({ people }: DedicatedInstallation): Promise<boolean> {
  const answer = await people[0]?.read('/api/channels/whatsapp/numbers')
  const { data } = JSON.parse(answer ?? '{}') as { data: { numbers: { sync?: NumberHistoryImport | null }[] } }
  const sync = data.numbers[0]?.sync
  if (sync?.state === 'failed' || sync?.state === 'refused') throw new Error(`The past is ${sync.state}: ${sync.reason}`)
  return sync?.state === 'done' && sync.messages >= MESSAGE_COUNT
}

/** Makes live requests in turn: a list, a message to a lead, and a message of a lead whose history is being imported. */
function createLiveRequests({ world, people, phone }: DedicatedInstallation, meta: HttpCaller) {
  let turn = 0
  const timed = async (into: number[], asked: Promise<unknown> | undefined) => {
    const from = performance.now()
    await asked
    into.push(performance.now() - from)
    await wait(PAUSE_MS)
  }
  const round = async ({ list, send, heard }: LiveRequestTimes) => {
    turn += 1
    const person = people[turn % people.length]
    const { leadId, conversationId } = world.conversations[turn % world.conversations.length] ?? {}
    await timed(list, person?.read(`/api/conversations/agents/${world.agentId}?limit=20&archive=false`))
    const path = `/api/conversations/lead/${leadId}/${conversationId}/messages`
    const key = { [HTTP_HEADERS.idempotencyKey]: randomUUID() }
    await timed(send, person?.write('POST', path, { content: 'Uma mensagem da bancada' }, key))
    const lead = { phone: `5521${PHONES_FROM + ((turn * 7) % (MESSAGE_COUNT / MESSAGES_PER_LEAD))}` }
    const { body, headers } = signWebhook(buildMessageWebhook(phone, lead, `wamid.NOW${turn}`, buildTextBody('Oi')))
    await timed(heard, meta.write('POST', '/webhooks/whatsapp', body, headers))
  }
  return {
    rounds: async (most: number, isOver: () => boolean = () => false): Promise<LiveRequestTimes> => {
      const times: LiveRequestTimes = { list: [], send: [], heard: [] }
      for (let n = 0; n < most && !isOver(); n += 1) await round(times)
      return times
    },
  }
}
