import { isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'
import { formatDayHeading, getCalendarDay } from '../../../../shared/formatting/format-date.ts'
import type { UnsentMessage } from '../../outbox/outbox.ts'
import { TEXT_ONLY_TYPES } from '../images/image-frame.ts'

/**
 * One row of the thread. The key of a bubble stays the same when its message is sent. A day separator is placed below the message before
 * it, so that older messages inserted above change no existing row.
 */
export type ThreadRow = (
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'unsent'; readonly entry: UnsentMessage }
) & {
  readonly key: string
  readonly endsTurn: boolean
  /** Whether the row is the first of consecutive messages by one author; the author's name is shown there. */
  readonly startsRun: boolean
  /** Number of unread messages when the conversation was opened, set on the first of them; 0 on all other rows. */
  readonly unread: number
  /** Emojis of the reactions to this message; '' if there is none. */
  readonly reactions: string
  /** Only on the very first message of the conversation. */
  readonly dayBefore: string | null
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

// Sizes in thread.css and the bubbles. A correct estimate avoids a new layout of the thread when a row scrolls into view.
const LINE_CHARACTERS = 81
const LINE_PX = 22
const BUBBLE_SPACING_PX = 20
const AUTHOR_PX = 16
/** Characters of the last line that time and ticks take. If the line has less room, they take a line of their own. */
const META_CHARACTERS = 12
const META_PX = 21
const BORDER_PX = 2
const TURN_GAP_PX = 8
const DAY_SEPARATOR_PX = 40

const estimateHeight = (content: string, speaker: Speaker): number => {
  const paragraphs = content.split('\n')
  const lines = paragraphs.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), 0)
  const left = LINE_CHARACTERS - ((paragraphs.at(-1)?.length ?? 0) % LINE_CHARACTERS)
  return BUBBLE_SPACING_PX + lines * LINE_PX + (left < META_CHARACTERS ? META_PX : 0) + (speaker === 'lead' ? BORDER_PX : 0)
}

// Height of the frame in image-frame.ts with the gap below it, reserved before and after the picture is loaded.
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
  /** Author named above the message. System messages and reactions have an author of their own, so they never join a run. */
  readonly author: string
  readonly key: string
  readonly height: number
  readonly what: { kind: 'message'; message: Message } | { kind: 'unsent'; entry: UnsentMessage }
}

// Cached because a message's line never changes: a long history is computed once, not at each new message.
const timelineItemCache = new WeakMap<Message, TimelineItem>()

const toMessageItem = (message: Message): TimelineItem => {
  const known = timelineItemCache.get(message)
  if (known) return known
  const line: TimelineItem = {
    key: message.client_message_id ?? message.message_id,
    time: message.timestamp,
    day: getCalendarDay(message.timestamp),
    speaker: getSpeaker(message),
    author: message.type === 'system' || message.type === 'reaction' ? message.message_id : getAuthorKey(message),
    height:
      estimateHeight(message.content, getSpeaker(message)) +
      getContentHeight(message.revoked_at ? 'text' : message.type) +
      (message.ad || message.reply_to ? CONTENT_PX : 0),
    what: { kind: 'message', message },
  }
  timelineItemCache.set(message, line)
  return line
}

const toUnsentItem = (entry: UnsentMessage, me: string): TimelineItem => ({
  key: entry.tempId,
  time: entry.createdAt,
  day: getCalendarDay(entry.createdAt),
  speaker: 'staff',
  author: `staff ${entry.peer?.userName ?? me}`,
  height: estimateHeight(entry.content, 'staff') + (entry.file ? getContentHeight(entry.type ?? 'document') : 0),
  what: { kind: 'unsent', entry },
})

/** Returns emojis by message and speaker, for loaded messages only. The last reaction of each side counts; '' removes the reaction. */
const groupReactions = (messages: readonly Message[]): ReadonlyMap<string, ReadonlyMap<Speaker, string>> => {
  const on = new Map<string, Map<Speaker, string>>()
  let here: ReadonlySet<string> | undefined
  for (const message of messages) {
    const { message_id, reaction, our_reaction: ours } = message
    const to = ours ? message_id : reaction?.to
    if (!to) continue
    here ??= new Set(messages.map((one) => one.message_id))
    if (here.has(to)) on.set(to, new Map(on.get(to)).set(ours ? 'staff' : getSpeaker(message), (ours ?? reaction)?.emoji ?? ''))
  }
  return on
}

interface RowsInput {
  messages: readonly Message[]
  unsent: readonly UnsentMessage[]
  /** Whether the conversation has messages older than these. */
  hasOlder: boolean
  /** First message that was unread when the conversation was opened, and the number of unread messages. */
  unread?: { readonly from: string | null; readonly count: number }
  /** Name of the signed-in user. */
  me?: string
  now: number
}

/** Returns all lines in order: failed messages at the time of their creation, messages that are being sent at the end. */
const orderTimeline = (messages: readonly Message[], unsent: readonly UnsentMessage[], me: string): TimelineItem[] => {
  const all = messages.map(toMessageItem)
  for (const entry of unsent.filter(({ status }) => status === 'error')) {
    const after = all.findLastIndex(({ time }) => new Date(time).getTime() <= entry.createdAt)
    all.splice(after + 1, 0, toUnsentItem(entry, me))
  }
  return [...all, ...unsent.filter(({ status }) => status !== 'error').map((entry) => toUnsentItem(entry, me))]
}

/**
 * Returns the lines with days in ascending order. A message that arrived late is grouped under the day of the message before it, but keeps
 * its own time.
 */
const makeDaysAscending = (lines: readonly TimelineItem[]): TimelineItem[] => {
  let newest = Number.NEGATIVE_INFINITY
  return lines.map((line) => {
    newest = Math.max(newest, line.day)
    return line.day === newest ? line : { ...line, day: newest }
  })
}

/** Returns the rows of the thread: stored and failed messages in order, then messages that are being sent. */
export const buildThreadRows = ({ messages, unsent, hasOlder, unread, me = '', now }: RowsInput): ThreadRow[] => {
  const reactions = groupReactions(messages)
  const shown = messages.filter(({ reaction }) => !reactions.has(reaction?.to ?? ''))
  // A message that was just sent may be in both lists for a moment; it is shown as one row.
  const left = unsent.filter(({ tempId }) => !messages.some((message) => message.client_message_id === tempId))
  const all = makeDaysAscending(orderTimeline(shown, left, me))
  return all.map((line, index) => {
    const id = line.what.kind === 'message' ? line.what.message.message_id : ''
    const isFirstUnread = unread?.from === id
    const next = all[index + 1]
    const before = all[index - 1]
    const isNewDay = next !== undefined && next.day !== line.day
    const isFirstDay = index === 0 && !hasOlder
    const endsTurn = next?.day === line.day && next.speaker !== line.speaker
    const startsRun = before?.day !== line.day || before.author !== line.author
    return {
      ...line.what,
      key: line.key,
      reactions: [...(reactions.get(id)?.values() ?? [])].join(''),
      endsTurn,
      startsRun,
      unread: isFirstUnread ? unread.count : 0,
      height:
        line.height +
        (startsRun && line.speaker !== 'lead' ? AUTHOR_PX : 0) +
        (isFirstUnread ? DAY_SEPARATOR_PX : 0) +
        (endsTurn ? TURN_GAP_PX : 0) +
        (isNewDay ? DAY_SEPARATOR_PX : 0) +
        (isFirstDay ? DAY_SEPARATOR_PX : 0),
      dayBefore: isFirstDay ? formatDayHeading(line.time, now) : null,
      dayAfter: isNewDay ? formatDayHeading(next.time, now) : null,
    }
  })
}

/** Returns the id of the oldest of the lead's newest `count` loaded messages, not counting reactions; null if the lead has none. */
export const findFirstUnreadId = (messages: readonly Message[], count: number): string | null => {
  const ofLead = messages.filter(({ role, type }) => isLeadRole(role) && type !== 'reaction')
  return ofLead.slice(-count)[0]?.message_id ?? null
}

export const formatUnreadCount = (count: number): string => `${count} ${count === 1 ? 'não lida' : 'não lidas'}`
