import { setTimeout as wait } from 'node:timers/promises'
import { sendMessage } from '@prosa/contract/calls/conversations'
import { fillPath, HEADERS } from '@prosa/contract/http'
import type { World } from '../../apps/server/src/testing/world.ts'
import type { Chance } from './chance.ts'

/** Milliseconds after which a client aborts a request and retries it with the same key. */
const GIVE_UP_MS = 5_000
const AGAIN_AFTER_MS = 30
/**
 * Maximum delay in milliseconds between retries. Every attempt counts towards the user's rate limit, so failed ones are not repeated at
 * once forever.
 */
const AGAIN_AT_LAST_MS = 1_000
/** Milliseconds after which an unanswered message counts as failed; no disturbance lasts this long. */
const LOST_HOPE_MS = 90_000

export interface Sent {
  conversationId: string
  content: string
  /** Message id in the answer. */
  messageId: string
  /** Number of requests for this message. */
  attempts: number
  /** Milliseconds from the first attempt to the answer. */
  ms: number
}

export interface SendPlan {
  world: World
  clients: number
  perClient: number
  chance: Chance
  /** Returns the server's URL; called for every attempt. */
  url: () => string
  /** Waits while no new message may be sent. */
  hold?: () => Promise<void>
  onSent?: (sent: Sent) => void
}

/**
 * Sends messages from many clients, each one after the other in its own conversation, and retries each until it is answered, as the panel
 * does. Resolves when all are answered.
 */
export async function sendAll(plan: SendPlan): Promise<Sent[]> {
  const each = Math.floor(plan.world.people.length / plan.clients)
  const all = await Promise.all(
    Array.from({ length: plan.clients }, async (_, client) => {
      const people = plan.world.people.slice(client * each, (client + 1) * each)
      const sent: Sent[] = []
      for (let n = 0; n < plan.perClient; n += 1) {
        await plan.hold?.()
        const done = await sendOne(plan, client, people, n)
        sent.push(done)
        plan.onSent?.(done)
      }
      return sent
    }),
  )
  return all.flat()
}

async function sendOne({ world, chance, url }: SendPlan, client: number, people: World['people'], n: number): Promise<Sent> {
  const place = world.conversations[client]
  if (!place) throw new Error('Fewer conversations than clients')
  const content = `Cliente ${client}, mensagem ${n}`
  const started = performance.now()
  // A retry uses the same user and key. Only after a refusal by the rate limit is the message passed to the next user, and only if it
  // cannot have been stored, because the key then belongs to the first user.
  let person = n % people.length
  let mayBeStored = false
  for (let attempts = 1; ; attempts += 1) {
    const answer = await ask(
      `${url()}/api${fillPath(sendMessage.path, place)}`,
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
    if (performance.now() - started > LOST_HOPE_MS) throw new Error(`'${content}' was not answered in ${attempts} attempts`)
    await wait(Math.min(AGAIN_AFTER_MS * attempts, AGAIN_AT_LAST_MS) + chance.int(0, AGAIN_AFTER_MS))
  }
}

async function ask(url: string, token: string, key: string, content: string) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        [HEADERS.idempotencyKey]: key,
        [HEADERS.requestTime]: new Date().toISOString(),
      },
      body: JSON.stringify({ content }),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    })
    const body = await response.text()
    if (!response.ok) return { status: response.status, body }
    return { status: response.status, messageId: sendMessage.answer.parse(JSON.parse(body)).data?.message?.message_id ?? '' }
  } catch {
    return { status: null }
  }
}
