import * as z from 'zod/mini'
import { phoneKey } from '../../../kernel/phone-key.ts'
import { storable } from '../../../kernel/storable.ts'

/** Something that a webhook brought for one of our numbers, before anybody knows whose number that is. */
export interface WebhookEvent {
  phoneNumberId: string
  kind: 'message' | 'echo'
  /** Tells a repetition from a new event. */
  key: string
  /** Who it is about: events of one are worked off in order. */
  sender: string
  /** Seconds since the epoch, as Meta has them. */
  timestamp: number
  payload: { message: unknown; contact: unknown }
}

export interface StatusNews {
  phoneNumberId: string
  channelId: string
  status: string
  /** Our message's id, when it was given at sending. */
  callbackData: string | null
  code: number | null
}

/** What of a webhook is looked for or kept by itself, in indexes too; its messages are kept as they came. */
const name = z.pipe(z.pipe(z.coerce.string(), z.transform(storable)), z.string().check(z.maxLength(300)))
const text = z.nullish(name)
const list = z.nullish(z.array(z.unknown()))
const body = z.object({ entry: z.array(z.object({ changes: list })) })
const change = z.object({
  value: z.object({
    metadata: z.object({ phone_number_id: name }),
    contacts: list,
    messages: list,
    statuses: list,
    message_echoes: list,
  }),
})
const envelope = z.object({
  id: z.pipe(name, z.string().check(z.minLength(1))),
  timestamp: text,
  from: text,
  from_user_id: text,
  to: text,
  to_user_id: text,
  reaction: z.nullish(z.object({ emoji: text })),
})
const contactNames = z.object({ wa_id: text, user_id: text })
const status = z.object({
  id: name,
  status: name,
  biz_opaque_callback_data: text,
  errors: z.nullish(z.array(z.object({ code: z.number() }))),
})

type Change = z.infer<typeof change>['value']

/** What a webhook says, taken apart. Parts that cannot be read are left out and counted, so that one of them never costs the rest. */
export function readWebhook(input: unknown): { events: WebhookEvent[]; statuses: StatusNews[]; unreadable: number } {
  const found = { events: [] as WebhookEvent[], statuses: [] as StatusNews[], unreadable: 0 }
  const changes = body.safeParse(input).data?.entry.flatMap((entry) => entry.changes ?? []) ?? []
  for (const raw of changes) {
    const value = change.safeParse(raw).data?.value
    if (!value) {
      found.unreadable++
      continue
    }
    const events = [
      ...(value.messages ?? []).map((message) => readEvent(value, message, 'message')),
      ...(value.message_echoes ?? []).map((message) => readEvent(value, message, 'echo')),
    ]
    const statuses = (value.statuses ?? []).map((said) => readStatus(value, said))
    found.events.push(...events.filter((event) => event !== null))
    found.statuses.push(...statuses.filter((news) => news !== null))
    found.unreadable += [...events, ...statuses].filter((part) => part === null).length
  }
  return found
}

function readEvent(value: Change, message: unknown, kind: WebhookEvent['kind']): WebhookEvent | null {
  const head = envelope.safeParse(message).data
  if (!head) return null
  const phone = kind === 'message' ? head.from : head.to
  const contact = (value.contacts ?? []).find((candidate) => isOf(candidate, phone, head.from_user_id ?? head.to_user_id)) ?? null
  const user = (kind === 'message' ? head.from_user_id : head.to_user_id) ?? contactNames.safeParse(contact).data?.user_id
  const sender = user || phoneKey(phone ?? null)
  if (!sender) return null
  return {
    phoneNumberId: value.metadata.phone_number_id,
    kind,
    key: keyOf(head, kind),
    sender,
    timestamp: Number(head.timestamp ?? 0) || 0,
    payload: { message, contact },
  }
}

/** Meta lets a reaction borrow the id of the message that it is on. */
const keyOf = ({ id, timestamp, reaction }: z.infer<typeof envelope>, kind: WebhookEvent['kind']): string =>
  reaction ? `reaction:${id}:${timestamp ?? ''}:${reaction.emoji ?? ''}` : `${kind}:${id}`

function isOf(contact: unknown, phone: string | null | undefined, user: string | null | undefined): boolean {
  const names = contactNames.safeParse(contact).data
  if (!names) return false
  return (!!user && names.user_id === user) || (!!phone && phoneKey(names.wa_id ?? null) === phoneKey(phone))
}

function readStatus(value: Change, said: unknown): StatusNews | null {
  const read = status.safeParse(said).data
  if (!read) return null
  return {
    phoneNumberId: value.metadata.phone_number_id,
    channelId: read.id,
    status: read.status,
    callbackData: read.biz_opaque_callback_data ?? null,
    code: read.errors?.[0]?.code ?? null,
  }
}
