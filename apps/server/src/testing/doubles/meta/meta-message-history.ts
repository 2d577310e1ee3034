import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendMetaError, sendMetaResponse } from './meta-responses.ts'

/** Message history of a number in the double, and its behaviour when a phone's history is requested. */

export interface MetaMessageHistory {
  /** Messages besides those sent through the double, such as messages sent from the phone. */
  others: { id: string; at: number }[]
  /** Ids of sent messages that are missing from the history. */
  lost: Set<string>
}

/** Returns a message id in the form of Meta's samples: the recipient's digits are part of its bytes. */
export function buildWamid(recipient: string, n: number): string {
  const digits = Buffer.from(recipient.replace(/\D/g, ''), 'latin1')
  const bytes = Buffer.concat([Buffer.from([0x1c, 0x18, digits.length]), digits, Buffer.from(`\u0015\u0002\u0000${n}`, 'latin1')])
  return `wamid.${bytes.toString('base64')}`
}

interface MessageHistoryState {
  history: MetaMessageHistory | null
  accepted: readonly { id: string; at: number }[]
}

const PAGE_SIZE = 100

/** Returns a page of the message history, newest first. */
export function getMessageHistoryPage({ history, accepted }: MessageHistoryState, query: URLSearchParams): object {
  const all = [...accepted.filter(({ id }) => !history?.lost.has(id)), ...(history?.others ?? [])].sort((a, b) => b.at - a.at)
  const from = Number(query.get('after') ?? 0)
  const page = all.slice(from, from + Math.min(Number(query.get('limit') ?? 25), PAGE_SIZE))
  const next = String(from + page.length)
  return {
    data: page.map(({ id, at }, index) => ({
      id: String(10 ** 15 + from + index),
      message_id: id,
      events: { data: [{ id: '1', delivery_status: 'SENT', timestamp: Math.floor(at / 1_000) }] },
    })),
    paging: {
      cursors: { before: String(from), after: next },
      ...(from + page.length < all.length ? { next: 'https://elsewhere.example/x' } : {}),
    },
  }
}

interface PhoneSyncState {
  syncs: { phoneNumberId: string; syncType: string }[]
  syncPlan: (syncType: string, attempt: number) => 'accept' | 'accept-then-reset' | { code: number }
}

/** Answers a request to sync a phone's data. Meta allows each kind only once per number (docs/decisions/053). */
export async function handlePhoneSyncRequest(
  double: PhoneSyncState,
  request: IncomingMessage,
  response: ServerResponse,
  phoneNumberId: string,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { sync_type: syncType } = JSON.parse(Buffer.concat(chunks).toString()) as { sync_type: string }
  const before = double.syncs.filter((one) => one.phoneNumberId === phoneNumberId && one.syncType === syncType).length
  double.syncs.push({ phoneNumberId, syncType })
  const plan = double.syncPlan(syncType, before + 1)
  if (typeof plan === 'object') return sendMetaError(response, plan.code)
  if (before > 0) return sendMetaError(response, 2_593_107)
  if (plan === 'accept-then-reset') return void request.socket.destroy()
  return sendMetaResponse(response, { messaging_product: 'whatsapp', request_id: 'AbCdEf' })
}
