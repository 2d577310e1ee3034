import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeliveryState } from '@prosa/contract/entities/message'
import * as z from 'zod/mini'
import { phoneKey } from '../../../../kernel/phone-key.ts'
import { storableValue } from '../../../../kernel/storable.ts'
import type { PastMessage } from '../../../conversations/ports.ts'
import { readAmendment } from '../amend.ts'
import type { WhatsAppIdentity } from '../identity.ts'
import { namesOf } from '../names.ts'
import { readMessage, type WaitingFile } from '../read-message.ts'
import type { Change } from '../webhook-body.ts'
import { codesOf, lenient, list, momentOf, name, text } from '../webhook-fields.ts'

/** The messages with one person. Null for a group, or if the person cannot be identified. */
export interface Thread {
  who: Omit<WhatsAppIdentity, 'name'>
  /** Sender under which events of the person are stored. */
  sender: string
  said: { message: PastMessage; file: WaitingFile | null }[]
}

const history = z.object({ history: list, messages: list })
const chunk = z.object({ metadata: lenient(z.object({ progress: z.coerce.number() })), threads: list, errors: list })
const thread = z.object({ id: name, messages: list, context: lenient(z.object({ user_id: text, wa_id: text })) })
const said = z.object({
  id: z.pipe(name, z.string().check(z.minLength(1))),
  from: text,
  timestamp: z.nullish(z.coerce.number()),
  group_id: text,
  history_context: lenient(z.object({ status: z.string() })),
})

/** Delivery status reported by the phone. Messages that failed or are pending on the phone have none. */
const DELIVERIES: Readonly<Record<string, DeliveryState>> = { SENT: 'sent', DELIVERED: 'delivered', READ: 'read', PLAYED: 'read' }

/** Content of a `history` webhook. */
export interface History {
  threads: readonly Thread[]
  /** Files of messages that arrived earlier or will arrive. */
  files: readonly { channelId: string; sender: string; message: unknown }[]
  /** Percentage; null if it is not reported. */
  progress: number | null
  /** Meta's error codes for history that it does not deliver. */
  refusals: readonly number[]
  unreadable: number
}

/**
 * Parses a `history` webhook. Yields after each conversation, because parsing thousands of messages at once would block the process.
 * @param own the number itself, in any notation
 */
export async function readHistory({ value }: Pick<Change, 'value'>, own: string, now: Date): Promise<History> {
  const told = history.safeParse(value).data
  const chunks = (told?.history ?? []).map((part) => chunk.safeParse(part).data)
  const found: Awaited<ReturnType<typeof readThread>>[] = []
  for (const part of chunks.flatMap((each) => each?.threads ?? [])) {
    found.push(await readThread(part, own, now))
    await nextTurn()
  }
  const files = await readEach(told?.messages ?? [], (message) => readFileNews(message, own))
  const progress = chunks.flatMap((part) => part?.metadata?.progress ?? [])
  return {
    threads: found.flatMap((one) => one?.thread ?? []),
    files: files.filter((one) => one !== null),
    progress: progress.length > 0 ? Math.max(...progress) : null,
    refusals: chunks.flatMap((part) => codesOf(part?.errors)),
    unreadable: found.reduce((sum, one) => sum + (one?.unreadable ?? 1), 0) + files.filter((one) => one === null).length,
  }
}

/** Matches the id of a group conversation. */
const GROUP = /@g\.us$/
/** Matches a phone number, not a business-scoped id. */
const DIGITS = /^\+?\d{5,20}$/

/** Number of messages of one conversation that are parsed in one piece. */
const PIECE = 100

/** Parses a list, and yields after each PIECE of it. */
async function readEach<T>(all: readonly unknown[], read: (one: unknown) => T): Promise<T[]> {
  const found: T[] = []
  for (let from = 0; from < all.length; from += PIECE) {
    if (from > 0) await nextTurn()
    found.push(...all.slice(from, from + PIECE).map(read))
  }
  return found
}

async function readThread(input: unknown, own: string, now: Date): Promise<{ thread: Thread | null; unreadable: number } | null> {
  const read = thread.safeParse(input).data
  if (!read) return null
  const { id, context } = read
  if (GROUP.test(id) || phoneKey(id) === phoneKey(own)) return { thread: null, unreadable: 0 }
  const { address, ...names } = namesOf(DIGITS.test(id) ? id : context?.wa_id, DIGITS.test(id) ? context?.user_id : id)
  const all = await readEach(read.messages ?? [], (message) => readSaid(message, own, now))
  const messages = all.filter((one) => one !== null && one !== 'aside')
  const sender = (DIGITS.test(id) ? phoneKey(id) : id) ?? id
  return {
    thread: address ? { who: { ...names, address }, sender, said: messages } : null,
    unreadable: all.filter((one) => one === null).length,
  }
}

/** Parses a message. Returns 'aside' for one that is not a message by itself, such as an edit, and null if it cannot be read. */
function readSaid(input: unknown, own: string, now: Date): Thread['said'][number] | 'aside' | null {
  const message = storableValue(input)
  const head = said.safeParse(message).data
  const at = momentOf(head?.timestamp)
  if (!head || !at) return null
  if (head.group_id || readAmendment(message)) return 'aside'
  const isOurs = phoneKey(head.from ?? null) === phoneKey(own)
  const { content, type, attachment, file, meta, preview } = readMessage(message)
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
      delivery: isOurs ? (DELIVERIES[head.history_context?.status ?? ''] ?? null) : null,
      // Meta's time, but never in the future.
      saidAt: at < now ? at : now,
    },
  }
}

const fileNews = z.object({ id: z.pipe(name, z.string().check(z.minLength(1))), from: text, to: text })

function readFileNews(input: unknown, own: string): History['files'][number] | null {
  const message = storableValue(input)
  const head = fileNews.safeParse(message).data
  if (!head) return null
  const isOurs = phoneKey(head.from ?? null) === phoneKey(own)
  return { channelId: head.id, sender: phoneKey((isOurs ? head.to : head.from) ?? null) ?? '', message }
}
