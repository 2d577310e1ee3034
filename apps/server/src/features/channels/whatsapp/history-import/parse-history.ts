import { setImmediate as nextTurn } from 'node:timers/promises'
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
  who: Omit<WhatsAppIdentity, 'name'>
  /** Sender key under which the webhook events of the person are stored. */
  sender: string
  said: { message: ImportedMessage; file: PendingFile | null }[]
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

/** Delivery states by the phone's message status. Messages that failed or are pending on the phone have no delivery state. */
const DELIVERY_BY_STATUS: Readonly<Record<string, DeliveryState>> = {
  SENT: 'sent',
  DELIVERED: 'delivered',
  READ: 'read',
  PLAYED: 'read',
}

/** Parsed content of a `history` webhook. */
export interface ParsedHistory {
  threads: readonly HistoryThread[]
  /** Files of messages that have arrived before or will arrive later. */
  files: readonly { channelId: string; sender: string; message: unknown }[]
  /** Progress of the import in percent; null if Meta does not report it. */
  progress: number | null
  /** Meta's error codes for the history that Meta does not deliver. */
  refusals: readonly number[]
  unreadable: number
}

/**
 * Parses a `history` webhook. Lets other work run after each conversation, because parsing thousands of messages at once would block the
 * process.
 * @param own the organisation's WhatsApp number, in any notation
 */
export async function parseHistory({ value }: Pick<WebhookChange, 'value'>, own: string, now: Date): Promise<ParsedHistory> {
  const told = historyPayload.safeParse(value).data
  const chunks = (told?.history ?? []).map((part) => chunkPayload.safeParse(part).data)
  const found: Awaited<ReturnType<typeof parseThread>>[] = []
  for (const part of chunks.flatMap((each) => each?.threads ?? [])) {
    found.push(await parseThread(part, own, now))
    await nextTurn()
  }
  const files = await mapInPieces(told?.messages ?? [], (message) => parseHistoryFile(message, own))
  const progress = chunks.flatMap((part) => part?.metadata?.progress ?? [])
  return {
    threads: found.flatMap((one) => one?.thread ?? []),
    files: files.filter((one) => one !== null),
    progress: progress.length > 0 ? Math.max(...progress) : null,
    refusals: chunks.flatMap((part) => getErrorCodes(part?.errors)),
    unreadable: found.reduce((sum, one) => sum + (one?.unreadable ?? 1), 0) + files.filter((one) => one === null).length,
  }
}

/** Matches WhatsApp's id of a group conversation. */
const GROUP_ID = /@g\.us$/
/** Matches a phone number, as opposed to a business-scoped user id. */
const PHONE_NUMBER = /^\+?\d{5,20}$/

/** Number of messages of one conversation that are parsed without a pause. */
const MESSAGES_PER_PIECE = 100

/** Parses a list in pieces of MESSAGES_PER_PIECE entries. Lets other work of the process run between two pieces. */
async function mapInPieces<T>(all: readonly unknown[], read: (one: unknown) => T): Promise<T[]> {
  const found: T[] = []
  for (let from = 0; from < all.length; from += MESSAGES_PER_PIECE) {
    if (from > 0) await nextTurn()
    found.push(...all.slice(from, from + MESSAGES_PER_PIECE).map(read))
  }
  return found
}

async function parseThread(
  input: unknown,
  own: string,
  now: Date,
): Promise<{ thread: HistoryThread | null; unreadable: number } | null> {
  const read = threadPayload.safeParse(input).data
  if (!read) return null
  const { id, context } = read
  if (GROUP_ID.test(id) || toPhoneKey(id) === toPhoneKey(own)) return { thread: null, unreadable: 0 }
  const { address, ...names } = toContactIds(
    PHONE_NUMBER.test(id) ? id : context?.wa_id,
    PHONE_NUMBER.test(id) ? context?.user_id : id,
  )
  const all = await mapInPieces(read.messages ?? [], (message) => parseHistoryMessage(message, own, now))
  const messages = all.filter((one) => one !== null && one !== 'aside')
  const sender = (PHONE_NUMBER.test(id) ? toPhoneKey(id) : id) ?? id
  return {
    thread: address ? { who: { ...names, address }, sender, said: messages } : null,
    unreadable: all.filter((one) => one === null).length,
  }
}

/**
 * Parses a message of the phone's history. Returns 'aside' for an entry that is not a message by itself (an edit, a group message), and
 * null if the entry cannot be read. `own`: the organisation's WhatsApp number.
 */
function parseHistoryMessage(input: unknown, own: string, now: Date): HistoryThread['said'][number] | 'aside' | null {
  const message = toStorableJson(input)
  const head = messageHead.safeParse(message).data
  const at = parseTimestamp(head?.timestamp)
  if (!head || !at) return null
  if (head.group_id || parseMessageEdit(message)) return 'aside'
  const isOurs = toPhoneKey(head.from ?? null) === toPhoneKey(own)
  const { content, type, attachment, file, meta, preview } = parseMessage(message)
  return {
    file,
    message: {
      channelId: head.id,
      role: isOurs ? 'AI' : 'humano',
      type,
      content,
      attachment,
      meta,
      preview,
      delivery: isOurs ? (DELIVERY_BY_STATUS[head.history_context?.status ?? ''] ?? null) : null,
      // Uses Meta's timestamp, but never a time in the future.
      saidAt: at < now ? at : now,
    },
  }
}

const historyFile = z.object({ id: z.pipe(identifier, z.string().check(z.minLength(1))), from: optionalText, to: optionalText })

function parseHistoryFile(input: unknown, own: string): ParsedHistory['files'][number] | null {
  const message = toStorableJson(input)
  const head = historyFile.safeParse(message).data
  if (!head) return null
  const isOurs = toPhoneKey(head.from ?? null) === toPhoneKey(own)
  return { channelId: head.id, sender: toPhoneKey((isOurs ? head.to : head.from) ?? null) ?? '', message }
}
