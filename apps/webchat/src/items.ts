import type { WebchatMessage } from '@prosa/contract/calls/webchat'
import { isLeadRole } from '@prosa/contract/entities/message'
import { dayKey, dayLabel, timeOf } from './dates.ts'
import type { Unsent } from './outbox.ts'

/** Confirmed messages, oldest first, without doubles. */
export type Confirmed = readonly WebchatMessage[]

export const lastSeq = (confirmed: Confirmed): number => confirmed.reduce((max, { seq }) => Math.max(max, seq ?? 0), 0)

const firstSeq = (confirmed: Confirmed): number => confirmed.reduce((min, { seq }) => Math.min(min, seq ?? min), Infinity)

/** Where what was said before this begins to end: the place of the first known message; null when nothing came before it. */
export const olderBefore = (confirmed: Confirmed): number | null => {
  const first = firstSeq(confirmed)
  return first > 1 && first < Infinity ? first : null
}

/** True when messages before this one are missing. */
export const leavesGap = (confirmed: Confirmed, { seq }: WebchatMessage): boolean =>
  seq !== undefined && confirmed.length > 0 && seq > lastSeq(confirmed) + 1

const bySeq = (a: WebchatMessage, b: WebchatMessage) => (a.seq ?? 0) - (b.seq ?? 0)

/** True when a place that is known has another message now, or places begin again far below: that talk was erased, and this is a new one. */
const isAnother = (confirmed: Confirmed, incoming: Confirmed): boolean => {
  if (incoming.length > 0 && lastSeq(incoming) + 1 < firstSeq(confirmed) && confirmed.length > 0) return true
  const known = new Map(confirmed.map(({ seq, message_id }) => [seq, message_id]))
  return incoming.some(({ seq, message_id }) => (known.get(seq) ?? message_id) !== message_id)
}

/** Adds what came, whatever came before; the same message never stands twice. */
export const merge = (confirmed: Confirmed, incoming: Confirmed): Confirmed => {
  const known = isAnother(confirmed, incoming) ? [] : confirmed
  const byId = new Map(known.map((message) => [message.message_id, message]))
  for (const message of incoming) byId.set(message.message_id, message)
  return [...byId.values()].sort(bySeq)
}

/** Takes a page of the newest messages: one that does not touch what is known replaces it, since what lies between cannot be asked for. */
export const mergePage = (confirmed: Confirmed, page: Confirmed): Confirmed => {
  const [first] = [...page].sort(bySeq)
  return first && leavesGap(confirmed, first) ? merge([], page) : merge(confirmed, page)
}

/** Puts a page of older messages in front; one that does not touch what is known any more is left. */
export const mergeOlder = (confirmed: Confirmed, page: Confirmed): Confirmed =>
  lastSeq(page) + 1 === firstSeq(confirmed) ? merge(confirmed, page) : confirmed

/** Unsent messages that the server turns out to have. */
export const arrived = (confirmed: Confirmed, unsent: readonly Unsent[]): Unsent[] => {
  const keys = new Set(confirmed.map(({ client_message_id }) => client_message_id))
  return unsent.filter(({ key }) => keys.has(key))
}

export interface DayItem {
  readonly kind: 'day'
  readonly key: string
  readonly label: string
}

/** `messageId`: none while it is on its way. */
export type ItemFile = NonNullable<WebchatMessage['attachment']> & { readonly messageId?: string }

type Options = NonNullable<WebchatMessage['choices']>['options']

export interface BubbleItem {
  readonly kind: 'bubble'
  /** The same before and after the server's confirmation, so that the bubble stays the same element. */
  readonly key: string
  readonly mine: boolean
  /** First name of the person of the team who wrote it; null for the agent, and for the lead. */
  readonly person: string | null
  readonly type: string
  readonly content: string
  /** What it carries. */
  readonly file: ItemFile | null
  /** What it offers to choose from, while nothing was said after it. */
  readonly offers: { readonly messageId: string; readonly options: Options; readonly isOpen: boolean } | null
  /** What it answers. */
  readonly reply: WebchatMessage['reply_to']
  /** What the team has reacted to it with. */
  readonly reacted: string | null
  readonly time: string
  readonly isoTime: string
  readonly status: 'sent' | Unsent['status']
  /** Why it was refused. */
  readonly reason: string | null
  /** True when the same speaker goes on. */
  readonly continues: boolean
  /** Of a picture of a grid: its place in it. */
  readonly tile?: number
}

export type Item = DayItem | BubbleItem

const GROUP_MS = 5 * 60_000
/** So many pictures in a row, with nothing said to any of them, are one grid (MEDIA-13). */
const GRID_FROM = 4

const isTile = (item: Item | undefined): item is BubbleItem =>
  item?.kind === 'bubble' &&
  item.type === 'image' &&
  item.file !== null &&
  item.status === 'sent' &&
  !item.content &&
  !item.reply &&
  !item.reacted

const withTiles = (items: readonly Item[]): Item[] => {
  let first = 0
  return items.map((item, at) => {
    if (!isTile(item)) return item
    if (!item.continues || !isTile(items[at - 1])) first = at
    let end = at + 1
    for (let next = items[end]; isTile(next) && next.continues; next = items[end]) end += 1
    return end - first < GRID_FROM ? item : { ...item, tile: at - first }
  })
}

/** What the page shows: days, confirmed messages, then what is on its way. */
export const itemsOf = (confirmed: Confirmed, unsent: readonly Unsent[], now: Date): Item[] => {
  const lastMine = unsent.length > 0 ? Infinity : lastSeq(confirmed.filter(({ role }) => isLeadRole(role)))
  const bubbles = [
    ...confirmed.map((message) => ({
      key: message.client_message_id ?? message.message_id,
      mine: isLeadRole(message.role),
      person: message.person ?? null,
      type: message.type ?? 'text',
      content: message.content,
      file: message.attachment ? { ...message.attachment, messageId: message.message_id } : null,
      offers: message.choices
        ? { messageId: message.message_id, options: message.choices.options, isOpen: (message.seq ?? 0) > lastMine }
        : null,
      reply: message.reply_to ?? null,
      reacted: message.reacted ?? null,
      at: new Date(message.timestamp),
      status: 'sent' as const,
      reason: null,
    })),
    ...unsent.map(({ key, content, at, status, file, reason }) => ({
      key,
      mine: true,
      person: null,
      type: file ? (file.as === 'voice' ? 'audio' : file.as) : 'text',
      content,
      file: file ? { filename: file.name, size: file.size, voice: file.as === 'voice' } : null,
      offers: null,
      reply: null,
      reacted: null,
      at: new Date(at),
      status,
      reason: reason ?? null,
    })),
  ]
  const items = bubbles.flatMap(({ at, ...bubble }, index): Item[] => {
    const before = bubbles[index - 1]
    const isNewDay = !before || dayKey(before.at) !== dayKey(at)
    const isSameSpeaker = before?.mine === bubble.mine && before.person === bubble.person
    const continues = !isNewDay && isSameSpeaker && at.getTime() - before.at.getTime() < GROUP_MS
    const item: BubbleItem = { kind: 'bubble', ...bubble, continues, time: timeOf(at), isoTime: at.toISOString() }
    return isNewDay ? [{ kind: 'day', key: `day-${dayKey(at)}`, label: dayLabel(at, now) }, item] : [item]
  })
  return withTiles(items)
}
