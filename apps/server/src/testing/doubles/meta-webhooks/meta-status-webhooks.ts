import { createSeededRandom } from '../../../demo/seeded-random.ts'
import { buildRawStatusWebhook, signWebhookBody } from './meta-webhook-payloads.ts'

/** A send request that the double accepted. */
interface AcceptedMessage {
  id: string
  phoneNumberId: string
  to: string
  callbackData: string
  isReaction: boolean
}

const UNDELIVERABLE_ERROR = { code: 131_026, title: 'Message undeliverable', error_data: { details: 'Nobody is there' } }

/**
 * Returns the statuses that Meta reports for an accepted message, in one of its known variants: the price comes with `sent`, another status
 * or both; `delivered` may be missing; one in twenty fails; a reaction has no statuses. The same seed gives the same result.
 */
export function buildMessageStatuses({ to, id, callbackData, isReaction }: AcceptedMessage, seed: number, at: number): object[] {
  const random = createSeededRandom(seed)
  const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'service' }
  const said = (status: string, more: object = {}) => ({
    id,
    status,
    timestamp: String(Math.floor(at / 1_000)),
    recipient_id: to,
    ...(callbackData ? { biz_opaque_callback_data: callbackData } : {}),
    ...more,
  })
  const priced = random.pick(['sent', 'later', 'both'])
  const early = priced === 'later' ? {} : { pricing }
  const late = priced === 'sent' ? {} : { pricing }
  if (isReaction) return [said('sent')]
  if (random.int(1, 20) === 1) return [said('sent', early), said('failed', { errors: [UNDELIVERABLE_ERROR] })]
  const isDelivered = random.int(1, 4) > 1
  return [said('sent', early), ...(isDelivered ? [said('delivered', late)] : []), said('read', isDelivered ? {} : late)]
}

/** Returns the signed body of a webhook. Characters beyond ASCII are escaped, as Meta does. */
export function serializeSignedWebhook(payload: object): { body: string; signature: string } {
  const body = JSON.stringify(payload).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return { body, signature: signWebhookBody(body) }
}

/**
 * Returns the webhooks for an accepted message: one per status or all statuses in one, with contact, shuffled, and each delivered twice.
 */
export function buildShuffledStatusWebhooks(taken: AcceptedMessage, name: string, seed: number, at: number): object[] {
  const random = createSeededRandom(seed)
  const contacts = [{ profile: { name }, wa_id: taken.to }]
  const statuses = buildMessageStatuses(taken, seed, at)
  const parts = random.int(1, 3) === 1 ? [statuses] : statuses.map((one) => [one])
  const all = parts.map((part) => buildRawStatusWebhook(taken.phoneNumberId, part, { contacts }))
  return random.shuffled([...all, ...all])
}
