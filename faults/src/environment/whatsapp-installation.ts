import { setTimeout as wait } from 'node:timers/promises'
import { updateAgent } from '@prosa/contract/calls/agents/agent'
import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { createWhatsappNumber } from '@prosa/contract/calls/whatsapp/channels'
import { META_TOKEN, type MetaDouble, openMetaDouble } from '../../../apps/server/src/testing/doubles/meta/meta-double.ts'
import { serializeSignedWebhook } from '../../../apps/server/src/testing/doubles/meta-webhooks/meta-status-webhooks.ts'
import { APP_SECRET, VERIFY_TOKEN } from '../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { verifyWebhookUrl } from '../../../apps/server/src/testing/doubles/meta-webhooks/verify-webhook-url.ts'
import {
  createLoadTestTenant,
  type DataLocation,
  type LoadTestTenant,
} from '../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { ProductProcess } from '../../../scripts/product/product-process.ts'
import { callAsUser } from '../clients/call-as-user.ts'
import { FAULT_SERVER_ENV, FAULT_SESSION_SECRET } from '../scenario.ts'

const PHONE_NUMBER_ID = '106540352242922'
const WABA_ID = '102290129340398'
const RETRY_DELAY_MS = 50
const PAGE_SIZE = '100'

/** A server process connected to Meta's double, with one number and one agent. */
export interface WhatsappInstallation {
  server: ProductProcess
  meta: MetaDouble
  world: LoadTestTenant
  /** Where the server keeps its data: the database of `DATABASE_URL`, otherwise an embedded one. */
  place: DataLocation
  numberId: string
  letAgentAnswer: () => Promise<void>
  /**
   * Delivers a webhook and retries until it is accepted, as Meta does.
   * @returns milliseconds of the accepted attempt, and the number of attempts
   */
  deliver: (payload: object) => Promise<{ ms: number; attempts: number }>
  /** Returns the sum of `total_messages` of all conversations. */
  countMessages: () => Promise<number>
  close: () => Promise<void>
}

/** `probe`: a module that the server process loads before its own code. */
export async function startWhatsappInstallation(
  more: Record<string, string> = {},
  people = 1,
  probe?: string,
): Promise<WhatsappInstallation> {
  const meta = await openMetaDouble()
  meta.known.add(PHONE_NUMBER_ID).add(WABA_ID)
  meta.visit = verifyWebhookUrl
  const secrets = { WHATSAPP_APP_SECRET: APP_SECRET, WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN }
  const server = await ProductProcess.prepare({ ...FAULT_SERVER_ENV, ...secrets, ...more, WHATSAPP_API_URL: meta.url }, probe)
  const { DATABASE_URL: databaseUrl } = more
  const place = databaseUrl ? { databaseUrl } : { dataDir: server.dataDir }
  const world = await createLoadTestTenant(place, FAULT_SESSION_SECRET, { people, conversations: 1 })
  await server.start()
  const token = world.people[0]?.token ?? ''
  await callAsUser(server.url, token, createWhatsappNumber, {
    body: { agent_id: world.agentId, phone_number_id: PHONE_NUMBER_ID, waba_id: WABA_ID, access_token: META_TOKEN },
  })
  return {
    server,
    meta,
    world,
    place,
    numberId: PHONE_NUMBER_ID,
    letAgentAnswer: async () => {
      await callAsUser(server.url, token, updateAgent, { params: { id: world.agentId }, body: { active: true } })
    },
    deliver: (payload) => deliverUntilAccepted(server.url, payload),
    countMessages: () => countMessages(server.url, token, world.agentId),
    close: async () => {
      await server.close()
      await meta.close()
    },
  }
}

async function deliverUntilAccepted(url: string, payload: object): Promise<{ ms: number; attempts: number }> {
  const { body, signature } = serializeSignedWebhook(payload)
  for (let attempts = 1; ; attempts += 1) {
    const started = performance.now()
    const answer = await fetch(`${url}/webhooks/whatsapp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      body,
    }).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    if (answer?.ok) return { ms: performance.now() - started, attempts }
    if (answer && answer.status < 500) throw new Error(`A webhook was refused with ${answer.status}`)
    await wait(RETRY_DELAY_MS)
  }
}

async function countMessages(url: string, token: string, agentId: string): Promise<number> {
  let count = 0
  let cursor: string | null = null
  do {
    const query: Record<string, string> = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) }
    const { data } = await callAsUser(url, token, listConversations, { params: { agentId }, query })
    count += data.conversations.reduce((sum, { total_messages: total }) => sum + (total ?? 0), 0)
    cursor = data.nextCursor ?? null
  } while (cursor !== null)
  return count
}

/** Runs `work` for all items, `width` at a time. */
export async function runConcurrently<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items].reverse()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item)
    }),
  )
}

/**
 * Polls until the count reaches `wanted`, or has not changed for `patienceMs`.
 * @returns the last count
 */
export async function waitForCount(count: () => Promise<number>, wanted: number, patienceMs = 30_000): Promise<number> {
  let last = -1
  let movedAt = Date.now()
  for (;;) {
    const found = await count().catch(() => last)
    if (found >= wanted) return found
    if (found !== last) movedAt = Date.now()
    else if (Date.now() - movedAt > patienceMs) return found
    last = found
    await wait(500)
  }
}
