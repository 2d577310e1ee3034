import { seededRandom } from '../demo/random.ts'
import { rawStatuses, sign } from './meta-wire.ts'

/** A send that the double took, and whose it is. */
interface Taken {
  id: string
  phoneNumberId: string
  to: string
  callbackData: string
  isReaction: boolean
}

const UNDELIVERABLE = { code: 131_026, title: 'Message undeliverable', error_data: { details: 'Nobody is there' } }

/**
 * What Meta tells by itself of a send that it took, in one of the shapes that it is known to use: the price stands with `sent`, with
 * one of the others or with both, `delivered` may never come, one in twenty fails after all, of a reaction nothing follows. The same
 * seed has it the same way.
 */
export function statusesOf({ to, id, callbackData, isReaction }: Taken, seed: number, at: number): object[] {
  const random = seededRandom(seed)
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
  if (random.int(1, 20) === 1) return [said('sent', early), said('failed', { errors: [UNDELIVERABLE] })]
  const isDelivered = random.int(1, 4) > 1
  return [said('sent', early), ...(isDelivered ? [said('delivered', late)] : []), said('read', isDelivered ? {} : late)]
}

/** The signed text of a webhook: everything beyond ASCII is escaped, as Meta writes it. */
export function written(payload: object): { body: string; signature: string } {
  const body = JSON.stringify(payload).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return { body, signature: sign(body) }
}

/** The webhooks that tell of one: each status by itself or all at once, with whom it is about, in any order, everything twice. */
export function webhooksOf(taken: Taken, name: string, seed: number, at: number): object[] {
  const random = seededRandom(seed)
  const contacts = [{ profile: { name }, wa_id: taken.to }]
  const statuses = statusesOf(taken, seed, at)
  const parts = random.int(1, 3) === 1 ? [statuses] : statuses.map((one) => [one])
  const all = parts.map((part) => rawStatuses(taken.phoneNumberId, part, { contacts }))
  return random.shuffled([...all, ...all])
}
