import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DeliveryState } from '@prosa/contract/entities/conversations/message'
import * as z from 'zod/mini'
import { toStorableJson } from '../../../../platform/json/storable-json.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import type { ImportedMessage } from '../../../conversations/ports.ts'
import { parseMessageEdit } from '../inbound/apply-message-edit.ts'
import { toContactIds } from '../inbound/contact-ids.ts'
import type { WhatsAppIdentity } from '../inbound/identity.ts'
import { type PendingFile, parseMessage } from '../inbound/parse-message.ts'
import type { WebhookChange } from '../webhook/webhook-body.ts'
import {
  getErrorCodes,
  identifier,
  nullIfInvalid,
  optionalList,
  optionalText,
  parseTimestamp,
} from '../webhook/webhook-fields.ts'

/** Imported messages with one person. */
export interface HistoryThread {
  identity: Omit<WhatsAppIdentity, 'name'>
  /** Phone number or user id under which the person's webhook events are stored. */
  sender: string
  messages: { message: ImportedMessage; file: PendingFile | null }[]
}

const historyPayload = z.object({ history: optionalList, messages: optionalList })
const chunkPayload = z.object({
  metadata: nullIfInvalid(z.object({ progress: z.coerce.number() })),
  threads: optionalList,
  errors: optionalList,
})
const threadPayload = z.object({
  id: identifier,
  messages: optionalList,
  context: nullIfInvalid(z.object({ user_id: optionalText, wa_id: optionalText })),
})
const messageHead = z.object({
  id: z.pipe(identifier, z.string().check(z.minLength(1))),
  from: optionalText,
  timestamp: z.nullish(z.coerce.number()),
  group_id: optionalText,
  history_context: nullIfInvalid(z.object({ status: z.string() })),
})

/** Delivery states by the message status on the phone. Other statuses, such as failed or pending, have no delivery state. */
const DELIVERY_BY_STATUS: Readonly<Record<string, DeliveryState>> = {
  SENT: 'sent',
  DELIVERED: 'delivered',
  READ: 'read',
  PLAYED: 'read',
}

export interface ParsedHistory {
  threads: readonly HistoryThread[]
  /** Files whose messages are imported from other webhooks. */
  files: readonly { channelId: string; sender: string; message: unknown }[]
  /** Progress of the import in percent. Null if the webhook contains none. */
  progress: number | null
  /** Meta's error codes for history that it does not deliver. */
  errorCodes: readonly number[]
  unreadableCount: number
}

/**
 * Parses a `history` webhook. Pauses after each conversation, because parsing thousands of messages at once would block the process.
 * @param ownNumber WhatsApp number of the organisation, in any notation
 */
export async function parseHistory(
  { value }: Pick<WebhookChange, 'value'>,
  ownNumber: string,
  now: Date,
): Promise<ParsedHistory> {
  const payload = historyPayload.safeParse(value).data
  const chunks = (payload?.history ?? []).map((chunk) => chunkPayload.safeParse(chunk).data)
  const parsedThreads: Awaited<ReturnType<typeof parseThread>>[] = []
  for (const thread of chunks.flatMap((chunk) => chunk?.threads ?? [])) {
    parsedThreads.push(await parseThread(thread, ownNumber, now))
    await yieldToEventLoop()
  }
  const files = await mapInPieces(payload?.messages ?? [], (message) => parseHistoryFile(message, ownNumber))
  const progress = chunks.flatMap((chunk) => chunk?.metadata?.progress ?? [])
  return {
    threads: parsedThreads.flatMap((parsed) => parsed?.thread ?? []),
    files: files.filter((file) => file !== null),
    progress: progress.length > 0 ? Math.max(...progress) : null,
    errorCodes: chunks.flatMap((chunk) => getErrorCodes(chunk?.errors)),
    unreadableCount:
      parsedThreads.reduce((sum, one) => sum + (one?.unreadableCount ?? 1), 0) + files.filter((one) => one === null).length,
  }
}

/** WhatsApp's id of a group conversation. */
const GROUP_ID = /@g\.us$/
/** Phone number, as opposed to a WhatsApp user id. */
const PHONE_NUMBER = /^\+?\d{5,20}$/

/** Number of messages that are parsed without a pause. */
const MESSAGES_PER_PIECE = 100

/** Parses a list in pieces of MESSAGES_PER_PIECE entries. Pauses between two pieces, so that the process can do other work. */
async function mapInPieces<T>(all: readonly unknown[], parse: (entry: unknown) => T): Promise<T[]> {
  const results: T[] = []
  for (let from = 0; from < all.length; from += MESSAGES_PER_PIECE) {
    if (from > 0) await yieldToEventLoop()
    results.push(...all.slice(from, from + MESSAGES_PER_PIECE).map(parse))
  }
  return results
}

async function parseThread(
  input: unknown,
  ownNumber: string,
  now: Date,
): Promise<{ thread: HistoryThread | null; unreadableCount: number } | null> {
  const thread = threadPayload.safeParse(input).data
  if (!thread) return null
  const { id, context } = thread
  if (GROUP_ID.test(id) || toPhoneKey(id) === toPhoneKey(ownNumber)) return { thread: null, unreadableCount: 0 }
  const { address, ...ids } = toContactIds(
    PHONE_NUMBER.test(id) ? id : context?.wa_id,
    PHONE_NUMBER.test(id) ? context?.user_id : id,
  )
  const entries = await mapInPieces(thread.messages ?? [], (message) => parseHistoryMessage(message, ownNumber, now))
  const messages = entries.filter((entry) => entry !== null && entry !== 'aside')
  const sender = (PHONE_NUMBER.test(id) ? toPhoneKey(id) : id) ?? id
  return {
    thread: address ? { identity: { ...ids, address }, sender, messages: messages } : null,
    unreadableCount: entries.filter((entry) => entry === null).length,
  }
}

/**
 * Parses a message of the phone's history. Returns 'aside' for an edit or a group message, which are ignored, and null if the entry cannot
 * be read.
 */
function parseHistoryMessage(input: unknown, ownNumber: string, now: Date): HistoryThread['messages'][number] | 'aside' | null {
  const message = toStorableJson(input)
  const head = messageHead.safeParse(message).data
  const at = parseTimestamp(head?.timestamp)
  if (!head || !at) return null
  if (head.group_id || parseMessageEdit(message)) return 'aside'
  const isFromTeam = toPhoneKey(head.from ?? null) === toPhoneKey(ownNumber)
  const { content, type, attachment, file, meta, preview } = parseMessage(message)
  return {
    file,
    message: {
      channelId: head.id,
      role: isFromTeam ? 'AI' : 'humano',
      type,
      content,
      attachment,
      meta,
      preview,
      delivery: isFromTeam ? (DELIVERY_BY_STATUS[head.history_context?.status ?? ''] ?? null) : null,
      // Meta's timestamp, but never a time in the future.
      writtenAt: at < now ? at : now,
    },
  }
}

const historyFile = z.object({ id: z.pipe(identifier, z.string().check(z.minLength(1))), from: optionalText, to: optionalText })

function parseHistoryFile(input: unknown, ownNumber: string): ParsedHistory['files'][number] | null {
  const message = toStorableJson(input)
  const head = historyFile.safeParse(message).data
  if (!head) return null
  const isFromTeam = toPhoneKey(head.from ?? null) === toPhoneKey(ownNumber)
  return { channelId: head.id, sender: toPhoneKey((isFromTeam ? head.to : head.from) ?? null) ?? '', message }
}
