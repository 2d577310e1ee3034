import { setTimeout as wait } from 'node:timers/promises'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import type { LoadTestTenant } from '../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import type { ScenarioRandom } from '../scenario-random.ts'

/** Milliseconds after which a client aborts a request and retries it with the same key. */
const REQUEST_TIMEOUT_MS = 5_000
const MIN_RETRY_DELAY_MS = 30
/**
 * Maximum delay in milliseconds between retries. Every attempt counts towards the user's rate limit, so failed ones are not repeated at
 * once forever.
 */
const MAX_RETRY_DELAY_MS = 1_000
/** Milliseconds after which an unanswered message counts as failed; no disturbance lasts this long. */
const SEND_TIMEOUT_MS = 90_000

export interface AnsweredSend {
  conversationId: string
  content: string
  /** Message id in the answer. */
  messageId: string
  /** Number of requests for this message. */
  attempts: number
  /** Milliseconds from the first attempt to the answer. */
  ms: number
}

export interface SendLoad {
  world: LoadTestTenant
  clients: number
  perClient: number
  chance: ScenarioRandom
  /** Returns the server's URL; called for every attempt. */
  url: () => string
  /** Waits while no new message may be sent. */
  hold?: () => Promise<void>
  onSent?: (sent: AnsweredSend) => void
}

/**
 * Sends messages from many clients, each one after the other in its own conversation, and retries each until it is answered, as the panel
 * does. Resolves when all are answered.
 */
export async function sendFromClients(plan: SendLoad): Promise<AnsweredSend[]> {
  const each = Math.floor(plan.world.people.length / plan.clients)
  const all = await Promise.all(
    Array.from({ length: plan.clients }, async (_, client) => {
      const people = plan.world.people.slice(client * each, (client + 1) * each)
      const sent: AnsweredSend[] = []
      for (let n = 0; n < plan.perClient; n += 1) {
        await plan.hold?.()
        const done = await sendUntilAnswered(plan, client, people, n)
        sent.push(done)
        plan.onSent?.(done)
      }
      return sent
    }),
  )
  return all.flat()
}

async function sendUntilAnswered(
  { world, chance, url }: SendLoad,
  client: number,
  people: LoadTestTenant['people'],
  n: number,
): Promise<AnsweredSend> {
  const place = world.conversations[client]
  if (!place) throw new Error('Fewer conversations than clients')
  const content = `Cliente ${client}, mensagem ${n}`
  const started = performance.now()
  // A retry uses the same user and key. Only after a refusal by the rate limit is the message passed to the next user, and only if it
  // cannot have been stored, because the key then belongs to the first user.
  let person = n % people.length
  let mayBeStored = false
  for (let attempts = 1; ; attempts += 1) {
    const answer = await postMessage(
      `${url()}/api${buildPath(sendMessage.path, place)}`,
      people[person]?.token ?? '',
      `c${client}-${n}`,
      content,
    )
    if (answer.messageId !== undefined)
      return {
        conversationId: place.conversationId,
        content,
        messageId: answer.messageId,
        attempts,
        ms: performance.now() - started,
      }
    if (answer.status !== null && answer.status < 500 && answer.status !== 429)
      throw new Error(`A send was refused with ${answer.status}: ${answer.body}`)
    if (answer.status !== 429) mayBeStored = true
    else if (!mayBeStored) person = (person + 1) % people.length
    if (performance.now() - started > SEND_TIMEOUT_MS) throw new Error(`'${content}' was not answered in ${attempts} attempts`)
    await wait(Math.min(MIN_RETRY_DELAY_MS * attempts, MAX_RETRY_DELAY_MS) + chance.int(0, MIN_RETRY_DELAY_MS))
  }
}

async function postMessage(url: string, token: string, key: string, content: string) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        [HTTP_HEADERS.idempotencyKey]: key,
        [HTTP_HEADERS.requestTime]: new Date().toISOString(),
      },
      body: JSON.stringify({ content }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const body = await response.text()
    if (!response.ok) return { status: response.status, body }
    return { status: response.status, messageId: sendMessage.answer.parse(JSON.parse(body)).data?.message?.message_id ?? '' }
  } catch {
    return { status: null }
  }
}
