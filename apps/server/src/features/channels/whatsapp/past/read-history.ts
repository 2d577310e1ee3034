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

/** Fields with which a phone hands over what was before: none of it is news (WIRE-02). */
const PAST = new Set(['history', 'smb_app_state_sync'])
export const isPast = ({ field }: Pick<Change, 'field'>): boolean => PAST.has(field)

/** What was said with one person; null: a group, or nobody that can be told. */
export interface Thread {
  who: Omit<WhatsAppIdentity, 'name'>
  /** By which name the inbox knows them. */
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

/** The phone's word for how far one of ours had gone. What failed there, or waits there, is the phone's business. */
const DELIVERIES: Readonly<Record<string, DeliveryState>> = { SENT: 'sent', DELIVERED: 'delivered', READ: 'read', PLAYED: 'read' }

/** What one change of `history` brings. */
export interface History {
  threads: readonly Thread[]
  /** Files for messages that were told, or will be. */
  files: readonly { channelId: string; sender: string; message: unknown }[]
  /** Per cent; null: it does not say. */
  progress: number | null
  /** Meta's codes of what it does not hand over. */
  refusals: readonly number[]
  unreadable: number
}

/**
 * One talk after the other: to read thousands of messages at once would hold up everybody.
 * @param own the number itself, as anybody writes it
 */
export async function readHistory({ value }: Pick<Change, 'value'>, own: string, now: Date): Promise<History> {
  const told = history.safeParse(value).data
  const chunks = (told?.history ?? []).map((part) => chunk.safeParse(part).data)
  const found: ReturnType<typeof readThread>[] = []
  for (const part of chunks.flatMap((each) => each?.threads ?? [])) {
    found.push(readThread(part, own, now))
    await nextTurn()
  }
  const files = (told?.messages ?? []).map((message) => readFileNews(message, own))
  const progress = chunks.flatMap((part) => part?.metadata?.progress ?? [])
  return {
    threads: found.flatMap((one) => one?.thread ?? []),
    files: files.filter((one) => one !== null),
    progress: progress.length > 0 ? Math.max(...progress) : null,
    refusals: chunks.flatMap((part) => codesOf(part?.errors)),
    unreadable: found.reduce((sum, one) => sum + (one?.unreadable ?? 1), 0) + files.filter((one) => one === null).length,
  }
}

/** Meta's id of a group's talk ends so. */
const GROUP = /@g\.us$/
/** A phone, and not a business-scoped id. */
const DIGITS = /^\+?\d{5,20}$/

function readThread(input: unknown, own: string, now: Date): { thread: Thread | null; unreadable: number } | null {
  const read = thread.safeParse(input).data
  if (!read) return null
  const { id, context } = read
  if (GROUP.test(id) || phoneKey(id) === phoneKey(own)) return { thread: null, unreadable: 0 }
  const { address, ...names } = namesOf(DIGITS.test(id) ? id : context?.wa_id, DIGITS.test(id) ? context?.user_id : id)
  const all = (read.messages ?? []).map((message) => readSaid(message, own, now))
  const messages = all.filter((one) => one !== null && one !== 'aside')
  const sender = (DIGITS.test(id) ? phoneKey(id) : id) ?? id
  return {
    thread: address ? { who: { ...names, address }, sender, said: messages } : null,
    unreadable: all.filter((one) => one === null).length,
  }
}

/** One message; 'aside': nothing that stands in a talk by itself. */
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
      // By Meta's clock, and never ahead of ours.
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
