import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { isLeadRole } from '@prosa/contract/entities/conversations/message'
import type { UnsentEntry } from '../sending/outbox.ts'
import { formatDayLabel, formatTime, toDayKey } from './dates.ts'

/** Messages that the server has stored, oldest first, without duplicates. */
export type ConfirmedMessages = readonly WebchatMessage[]

export const getLastSeq = (confirmed: ConfirmedMessages): number => confirmed.reduce((max, { seq }) => Math.max(max, seq ?? 0), 0)

const getFirstSeq = (confirmed: ConfirmedMessages): number =>
  confirmed.reduce((min, { seq }) => Math.min(min, seq ?? min), Infinity)

/**
 * Returns the sequence number before which older messages can be fetched. Returns null if the conversation's first message is loaded
 * already.
 */
export const getOlderCursor = (confirmed: ConfirmedMessages): number | null => {
  const first = getFirstSeq(confirmed)
  return first > 1 && first < Infinity ? first : null
}

/** Whether messages are missing between the loaded messages and a newly received one. */
export const hasGapBefore = (confirmed: ConfirmedMessages, { seq }: WebchatMessage): boolean =>
  seq !== undefined && confirmed.length > 0 && seq > getLastSeq(confirmed) + 1

const compareBySeq = (a: WebchatMessage, b: WebchatMessage) => (a.seq ?? 0) - (b.seq ?? 0)

/**
 * Whether the incoming messages belong to a new conversation, because the previous one was erased. True if a loaded sequence number now
 * belongs to another message, or if the incoming sequence numbers are far lower than the loaded ones.
 */
const isOtherConversation = (confirmed: ConfirmedMessages, incoming: ConfirmedMessages): boolean => {
  if (incoming.length > 0 && getLastSeq(incoming) + 1 < getFirstSeq(confirmed) && confirmed.length > 0) return true
  const idBySeq = new Map(confirmed.map(({ seq, message_id }) => [seq, message_id]))
  return incoming.some(({ seq, message_id }) => (idBySeq.get(seq) ?? message_id) !== message_id)
}

/**
 * Merges incoming messages, in any order, into the loaded ones. If the incoming messages belong to a new conversation, they replace the
 * loaded ones.
 */
export const mergeConfirmed = (confirmed: ConfirmedMessages, incoming: ConfirmedMessages): ConfirmedMessages => {
  const current = isOtherConversation(confirmed, incoming) ? [] : confirmed
  const byId = new Map(current.map((message) => [message.message_id, message]))
  for (const message of incoming) byId.set(message.message_id, message)
  return [...byId.values()].sort(compareBySeq)
}

/**
 * Merges a page of the newest messages into the loaded ones. If messages are missing between the two, the page replaces the loaded
 * messages, because the missing ones cannot be fetched.
 */
export const mergeNewestPage = (confirmed: ConfirmedMessages, page: ConfirmedMessages): ConfirmedMessages => {
  const [first] = [...page].sort(compareBySeq)
  return first && hasGapBefore(confirmed, first) ? mergeConfirmed([], page) : mergeConfirmed(confirmed, page)
}

/** Prepends a page of older messages to the loaded ones. Ignores a page that does not directly precede the loaded messages. */
export const mergeOlderPage = (confirmed: ConfirmedMessages, page: ConfirmedMessages): ConfirmedMessages =>
  getLastSeq(page) + 1 === getFirstSeq(confirmed) ? mergeConfirmed(confirmed, page) : confirmed

/** Returns the messages in the outbox that the server has stored already. */
export const findConfirmedUnsent = (confirmed: ConfirmedMessages, unsent: readonly UnsentEntry[]): UnsentEntry[] => {
  const keys = new Set(confirmed.map(({ client_message_id }) => client_message_id))
  return unsent.filter(({ key }) => keys.has(key))
}

export interface DayItem {
  readonly kind: 'day'
  readonly key: string
  readonly label: string
}

/** Attachment of a message. `messageId` is undefined while the message is being sent. */
export type ItemAttachment = NonNullable<WebchatMessage['attachment']> & { readonly messageId?: string }

type OfferedOptions = NonNullable<WebchatMessage['choices']>['options']

export interface BubbleItem {
  readonly kind: 'bubble'
  /** Key of the message. It stays the same when the server confirms the message, so that the HTML element is reused. */
  readonly key: string
  readonly isOwn: boolean
  /** First name of the team member who wrote the message. Null for the agent and the lead. */
  readonly staffName: string | null
  readonly type: string
  readonly content: string
  readonly file: ItemAttachment | null
  /** Options from which the lead can choose, while `isOpen`: until the lead sends a later message. */
  readonly offeredChoices: { readonly messageId: string; readonly options: OfferedOptions; readonly isOpen: boolean } | null
  readonly reply: WebchatMessage['reply_to']
  /** Emoji with which the team reacted to the message. */
  readonly reaction: string | null
  readonly time: string
  readonly isoTime: string
  readonly status: 'sent' | UnsentEntry['status']
  /** Portuguese reason why the server rejected the message. */
  readonly reason: string | null
  /** Whether the previous message has the same author and day, and is less than five minutes older. */
  readonly continuesGroup: boolean
  /** Position in an image grid, from 0. Set only if the message is part of a grid. */
  readonly gridIndex?: number
}

export type ChatItem = DayItem | BubbleItem

const GROUP_WINDOW_MS = 5 * 60_000
/** Minimum number of consecutive images that are shown as a grid (MEDIA-13). Images with a reply or a reaction are not shown in a grid. */
const MIN_GRID_IMAGES = 4

const isGridImage = (item: ChatItem | undefined): item is BubbleItem =>
  item?.kind === 'bubble' &&
  item.type === 'image' &&
  item.file !== null &&
  item.status === 'sent' &&
  !item.content &&
  !item.reply &&
  !item.reaction

const markGridTiles = (items: readonly ChatItem[]): ChatItem[] => {
  let first = 0
  return items.map((item, index) => {
    if (!isGridImage(item)) return item
    if (!item.continuesGroup || !isGridImage(items[index - 1])) first = index
    let end = index + 1
    for (let next = items[end]; isGridImage(next) && next.continuesGroup; next = items[end]) end += 1
    return end - first < MIN_GRID_IMAGES ? item : { ...item, gridIndex: index - first }
  })
}

/** Returns the items of the chat page in display order: confirmed messages, then unsent ones, with a heading before each new day. */
export const buildChatItems = (confirmed: ConfirmedMessages, unsent: readonly UnsentEntry[], now: Date): ChatItem[] => {
  const lastOwnSeq = unsent.length > 0 ? Infinity : getLastSeq(confirmed.filter(({ role }) => isLeadRole(role)))
  const bubbles = [
    ...confirmed.map((message) => ({
      key: message.client_message_id ?? message.message_id,
      isOwn: isLeadRole(message.role),
      staffName: message.person ?? null,
      type: message.type ?? 'text',
      content: message.content,
      file: message.attachment ? { ...message.attachment, messageId: message.message_id } : null,
      offeredChoices: message.choices
        ? { messageId: message.message_id, options: message.choices.options, isOpen: (message.seq ?? 0) > lastOwnSeq }
        : null,
      reply: message.reply_to ?? null,
      reaction: message.reacted ?? null,
      at: new Date(message.timestamp),
      status: 'sent' as const,
      reason: null,
    })),
    ...unsent.map(({ key, content, at, status, file, reason }) => ({
      key,
      isOwn: true,
      staffName: null,
      type: file ? (file.as === 'voice' ? 'audio' : file.as) : 'text',
      content,
      file: file ? { filename: file.name, size: file.size, voice: file.as === 'voice' } : null,
      offeredChoices: null,
      reply: null,
      reaction: null,
      at: new Date(at),
      status,
      reason: reason ?? null,
    })),
  ]
  const items = bubbles.flatMap(({ at, ...bubble }, index): ChatItem[] => {
    const previous = bubbles[index - 1]
    const isNewDay = !previous || toDayKey(previous.at) !== toDayKey(at)
    const isSameSpeaker = previous?.isOwn === bubble.isOwn && previous.staffName === bubble.staffName
    const continuesGroup = !isNewDay && isSameSpeaker && at.getTime() - previous.at.getTime() < GROUP_WINDOW_MS
    const item: BubbleItem = { kind: 'bubble', ...bubble, continuesGroup, time: formatTime(at), isoTime: at.toISOString() }
    return isNewDay ? [{ kind: 'day', key: `day-${toDayKey(at)}`, label: formatDayLabel(at, now) }, item] : [item]
  })
  return markGridTiles(items)
}
