import { isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'
import { formatDayHeading, getCalendarDay } from '../../../../shared/formatting/format-date.ts'
import type { UnsentMessage } from '../../outbox/outbox.ts'
import { TEXT_ONLY_TYPES } from '../images/image-frame.ts'

/**
 * Row of a message with its separators. The key stays the same when an unsent message is sent. A day separator belongs to the row above it,
 * so that older messages added above change no existing row.
 */
export type ThreadRow = (
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'unsent'; readonly entry: UnsentMessage }
) & {
  readonly key: string
  readonly isLastOfSpeaker: boolean
  /** Whether the row is the first of consecutive messages by one author. This row shows the author's name. */
  readonly isFirstInGroup: boolean
  /** Number of messages that were unread when the conversation was opened. Set on the first unread message; 0 on all other rows. */
  readonly unread: number
  /** Emojis of the reactions to this message; '' if there is none. */
  readonly reactions: string
  /** Day heading above the row, only on the first message of the conversation. */
  readonly dayBefore: string | null
  /** Heading of the next day, below the row. */
  readonly dayAfter: string | null
  /** Estimated height in pixels, used until the row is measured. */
  readonly height: number
}

export type Speaker = 'lead' | 'agent' | 'staff'

export const getSpeaker = ({ role, manual, source }: Pick<Message, 'role' | 'manual' | 'source'>): Speaker => {
  if (isLeadRole(role)) return 'lead'
  return manual || source === 'phone_auto' ? 'staff' : 'agent'
}

const getAuthorKey = (message: Pick<Message, 'role' | 'manual' | 'sender' | 'source'>): string =>
  `${getSpeaker(message)} ${message.sender?.name ?? ''}`

// Sizes in thread.css and the bubbles, for estimating row heights. A correct estimate avoids a new layout when a row scrolls into view.
const LINE_CHARACTERS = 81
const LINE_PX = 22
const BUBBLE_SPACING_PX = 20
const AUTHOR_PX = 16
/** Number of characters that time and delivery state take on the last line. If there is less room, they take a line of their own. */
const META_CHARACTERS = 12
const META_PX = 21
const BORDER_PX = 2
const TURN_GAP_PX = 8
const DAY_SEPARATOR_PX = 40

const estimateHeight = (content: string, speaker: Speaker): number => {
  const paragraphs = content.split('\n')
  const lines = paragraphs.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), 0)
  const remainingCharacters = LINE_CHARACTERS - ((paragraphs.at(-1)?.length ?? 0) % LINE_CHARACTERS)
  return (
    BUBBLE_SPACING_PX +
    lines * LINE_PX +
    (remainingCharacters < META_CHARACTERS ? META_PX : 0) +
    (speaker === 'lead' ? BORDER_PX : 0)
  )
}

// Height in pixels of the image frame in image-frame.ts with the gap below it. It is reserved before the image is loaded.
const FRAME_PX = 246
const CONTENT_PX = 58
const CONTENT_HEIGHTS = new Map([
  ['image', FRAME_PX],
  ['video', FRAME_PX],
  ['sticker', 134],
  ['reaction', 0],
])

const getContentHeight = (type = 'text'): number => (TEXT_ONLY_TYPES.has(type) ? 0 : (CONTENT_HEIGHTS.get(type) ?? CONTENT_PX))

interface TimelineItem {
  readonly time: string | number
  readonly day: number
  readonly speaker: Speaker
  /**
   * Key of the author, by which consecutive messages are grouped. System messages and reactions have unique keys, so that they are never
   * grouped.
   */
  readonly author: string
  readonly key: string
  readonly height: number
  readonly content: { kind: 'message'; message: Message } | { kind: 'unsent'; entry: UnsentMessage }
}

// Timeline items by message. Messages are immutable, so a long conversation is computed once and not again at each new message.
const timelineItemCache = new WeakMap<Message, TimelineItem>()

const toMessageItem = (message: Message): TimelineItem => {
  const cached = timelineItemCache.get(message)
  if (cached) return cached
  const item: TimelineItem = {
    key: message.client_message_id ?? message.message_id,
    time: message.timestamp,
    day: getCalendarDay(message.timestamp),
    speaker: getSpeaker(message),
    author: message.type === 'system' || message.type === 'reaction' ? message.message_id : getAuthorKey(message),
    height:
      estimateHeight(message.content, getSpeaker(message)) +
      getContentHeight(message.revoked_at ? 'text' : message.type) +
      (message.ad || message.reply_to ? CONTENT_PX : 0),
    content: { kind: 'message', message },
  }
  timelineItemCache.set(message, item)
  return item
}

const toUnsentItem = (entry: UnsentMessage, userName: string): TimelineItem => ({
  key: entry.tempId,
  time: entry.createdAt,
  day: getCalendarDay(entry.createdAt),
  speaker: 'staff',
  author: `staff ${entry.peer?.userName ?? userName}`,
  height: estimateHeight(entry.content, 'staff') + (entry.file ? getContentHeight(entry.type ?? 'document') : 0),
  content: { kind: 'unsent', entry },
})

/**
 * Returns the emojis of reactions by message id and speaker, for loaded messages only. The last reaction of each speaker counts; '' means
 * that the reaction was removed.
 */
const groupReactions = (messages: readonly Message[]): ReadonlyMap<string, ReadonlyMap<Speaker, string>> => {
  const bySpeakerPerMessage = new Map<string, Map<Speaker, string>>()
  let messageIds: ReadonlySet<string> | undefined
  for (const message of messages) {
    const { message_id, reaction, our_reaction: ownReaction } = message
    const targetId = ownReaction ? message_id : reaction?.to
    if (!targetId) continue
    messageIds ??= new Set(messages.map((loaded) => loaded.message_id))
    if (messageIds.has(targetId))
      bySpeakerPerMessage.set(
        targetId,
        new Map(bySpeakerPerMessage.get(targetId)).set(
          ownReaction ? 'staff' : getSpeaker(message),
          (ownReaction ?? reaction)?.emoji ?? '',
        ),
      )
  }
  return bySpeakerPerMessage
}

interface RowsInput {
  messages: readonly Message[]
  unsent: readonly UnsentMessage[]
  /** Whether the conversation has older messages than `messages`. */
  hasOlder: boolean
  /** Messages that were unread when the conversation was opened: id of the first one, and number of messages. */
  unread?: { readonly firstMessageId: string | null; readonly count: number }
  /** Name of the signed-in user. */
  userName?: string
  now: number
}

/**
 * Returns all items in order: stored messages, failed ones inserted at the time of their creation, and messages that are being sent at the
 * end.
 */
const orderTimeline = (messages: readonly Message[], unsent: readonly UnsentMessage[], userName: string): TimelineItem[] => {
  const timeline = messages.map(toMessageItem)
  for (const entry of unsent.filter(({ status }) => status === 'error')) {
    const index = timeline.findLastIndex(({ time }) => new Date(time).getTime() <= entry.createdAt)
    timeline.splice(index + 1, 0, toUnsentItem(entry, userName))
  }
  return [...timeline, ...unsent.filter(({ status }) => status !== 'error').map((entry) => toUnsentItem(entry, userName))]
}

/**
 * Changes the days of items so that they are ascending. A message that arrived late is grouped under the day of the message before it, but
 * keeps its own time.
 */
const makeDaysAscending = (items: readonly TimelineItem[]): TimelineItem[] => {
  let newest = Number.NEGATIVE_INFINITY
  return items.map((item) => {
    newest = Math.max(newest, item.day)
    return item.day === newest ? item : { ...item, day: newest }
  })
}

/** Returns the rows of a conversation: stored and failed messages in order, then messages that are being sent. */
export const buildThreadRows = ({ messages, unsent, hasOlder, unread, userName = '', now }: RowsInput): ThreadRow[] => {
  const reactions = groupReactions(messages)
  const visibleMessages = messages.filter(({ reaction }) => !reactions.has(reaction?.to ?? ''))
  // Hides the unsent version of a message that is already stored, because both may exist for a moment.
  const pendingUnsent = unsent.filter(({ tempId }) => !messages.some((message) => message.client_message_id === tempId))
  const timeline = makeDaysAscending(orderTimeline(visibleMessages, pendingUnsent, userName))
  return timeline.map((item, index) => {
    const id = item.content.kind === 'message' ? item.content.message.message_id : ''
    const isFirstUnread = unread?.firstMessageId === id
    const next = timeline[index + 1]
    const previous = timeline[index - 1]
    const isNewDay = next !== undefined && next.day !== item.day
    const isFirstDay = index === 0 && !hasOlder
    const isLastOfSpeaker = next?.day === item.day && next.speaker !== item.speaker
    const isFirstInGroup = previous?.day !== item.day || previous.author !== item.author
    return {
      ...item.content,
      key: item.key,
      reactions: [...(reactions.get(id)?.values() ?? [])].join(''),
      isLastOfSpeaker,
      isFirstInGroup,
      unread: isFirstUnread ? unread.count : 0,
      height:
        item.height +
        (isFirstInGroup && item.speaker !== 'lead' ? AUTHOR_PX : 0) +
        (isFirstUnread ? DAY_SEPARATOR_PX : 0) +
        (isLastOfSpeaker ? TURN_GAP_PX : 0) +
        (isNewDay ? DAY_SEPARATOR_PX : 0) +
        (isFirstDay ? DAY_SEPARATOR_PX : 0),
      dayBefore: isFirstDay ? formatDayHeading(item.time, now) : null,
      dayAfter: isNewDay ? formatDayHeading(next.time, now) : null,
    }
  })
}

/**
 * Returns the id of the first unread message: the oldest of the lead's newest `count` loaded messages, without reactions. Returns null if
 * the lead has none.
 */
export const findFirstUnreadId = (messages: readonly Message[], count: number): string | null => {
  const leadMessages = messages.filter(({ role, type }) => isLeadRole(role) && type !== 'reaction')
  return leadMessages.slice(-count)[0]?.message_id ?? null
}

export const formatUnreadCount = (count: number): string => `${count} ${count === 1 ? 'não lida' : 'não lidas'}`
