import { isLeadRole, type Message } from '@prosa/contract/entities/message'
import { calendarDay, dayTitle } from '../../../shared/lib/dates.ts'
import type { Unsent } from '../cache/outbox.ts'
import { PLAIN } from './picture-frame.ts'

/**
 * One row of the thread. Keys outlive the arrival of a message: a bubble is the same bubble before and after. A new day is told
 * below the message before it, so that older messages coming in above change no row that is already there.
 */
export type ThreadRow = (
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'unsent'; readonly entry: Unsent }
) & {
  readonly key: string
  readonly endsTurn: boolean
  /** The first of what one and the same says in a row: it is named there. */
  readonly startsRun: boolean
  /** How many messages nobody had read when the conversation was opened, on the first of them; elsewhere 0. */
  readonly unread: number
  /** Emojis on this message; none is ''. */
  readonly reactions: string
  /** Only on the very first message of the conversation. */
  readonly dayBefore: string | null
  readonly dayAfter: string | null
  /** In pixels, before it is measured. */
  readonly height: number
}

export type Speaker = 'lead' | 'agent' | 'staff'

export const speakerOf = ({ role, manual, source }: Pick<Message, 'role' | 'manual' | 'source'>): Speaker => {
  if (isLeadRole(role)) return 'lead'
  return manual || source === 'phone_auto' ? 'staff' : 'agent'
}

const authorOf = (message: Pick<Message, 'role' | 'manual' | 'sender' | 'source'>): string =>
  `${speakerOf(message)} ${message.sender?.name ?? ''}`

// Of thread.css and the bubbles. A guess that is right spares the thread from being counted anew when a row comes into sight.
const LINE_CHARACTERS = 81
const LINE_PX = 22
const AROUND_PX = 20
const AUTHOR_PX = 16
/** Time and ticks take the end of the last line; where it is full, a line of their own. */
const META_CHARACTERS = 12
const META_PX = 21
const BORDER_PX = 2
const TURN_PX = 8
const DAY_PX = 40

const guessHeight = (content: string, speaker: Speaker): number => {
  const paragraphs = content.split('\n')
  const lines = paragraphs.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), 0)
  const left = LINE_CHARACTERS - ((paragraphs.at(-1)?.length ?? 0) % LINE_CHARACTERS)
  return AROUND_PX + lines * LINE_PX + (left < META_CHARACTERS ? META_PX : 0) + (speaker === 'lead' ? BORDER_PX : 0)
}

// Of picture-frame.ts, with the gap below: room is kept for what a message carries, before and after it has come.
const FRAME_PX = 246
const PART_PX = 58
const PART_HEIGHTS = new Map([
  ['image', FRAME_PX],
  ['video', FRAME_PX],
  ['sticker', 134],
  ['reaction', 0],
])

const partHeight = (type = 'text'): number => (PLAIN.has(type) ? 0 : (PART_HEIGHTS.get(type) ?? PART_PX))

interface Line {
  readonly time: string | number
  readonly day: number
  readonly speaker: Speaker
  /** Who is named over it; what stands outside of the talk goes on nobody's run. */
  readonly author: string
  readonly key: string
  readonly height: number
  readonly what: { kind: 'message'; message: Message } | { kind: 'unsent'; entry: Unsent }
}

// A message's line never changes; a long history is read once, not at each arrival.
const lines = new WeakMap<Message, Line>()

const ofMessage = (message: Message): Line => {
  const known = lines.get(message)
  if (known) return known
  const line: Line = {
    key: message.client_message_id ?? message.message_id,
    time: message.timestamp,
    day: calendarDay(message.timestamp),
    speaker: speakerOf(message),
    author: message.type === 'system' || message.type === 'reaction' ? message.message_id : authorOf(message),
    height:
      guessHeight(message.content, speakerOf(message)) +
      partHeight(message.revoked_at ? 'text' : message.type) +
      (message.ad || message.reply_to ? PART_PX : 0),
    what: { kind: 'message', message },
  }
  lines.set(message, line)
  return line
}

const ofUnsent = (entry: Unsent, me: string): Line => ({
  key: entry.tempId,
  time: entry.createdAt,
  day: calendarDay(entry.createdAt),
  speaker: 'staff',
  author: `staff ${entry.peer?.userName ?? me}`,
  height: guessHeight(entry.content, 'staff') + (entry.file ? partHeight(entry.type ?? 'document') : 0),
  what: { kind: 'unsent', entry },
})

/** Emojis by the message that they are on, where that is here; of each side the last word counts, and one without emoji takes it back. */
const reactionsOn = (messages: readonly Message[]): ReadonlyMap<string, ReadonlyMap<Speaker, string>> => {
  const on = new Map<string, Map<Speaker, string>>()
  let here: ReadonlySet<string> | undefined
  for (const message of messages) {
    const { message_id, reaction, our_reaction: ours } = message
    const to = ours ? message_id : reaction?.to
    if (!to) continue
    here ??= new Set(messages.map((one) => one.message_id))
    if (here.has(to)) on.set(to, new Map(on.get(to)).set(ours ? 'staff' : speakerOf(message), (ours ?? reaction)?.emoji ?? ''))
  }
  return on
}

interface RowsInput {
  messages: readonly Message[]
  unsent: readonly Unsent[]
  /** More of the conversation lies before these messages. */
  hasOlder: boolean
  /** The first message that was unread when the conversation was opened, and how many there were. */
  unread?: { readonly from: string | null; readonly count: number }
  /** Who writes here. */
  me?: string
  now: number
}

/** What failed stays where it was said, in sight between what came before and after it; what is under way comes last. */
const inOrder = (messages: readonly Message[], unsent: readonly Unsent[], me: string): Line[] => {
  const all = messages.map(ofMessage)
  for (const entry of unsent.filter(({ status }) => status === 'error')) {
    const after = all.findLastIndex(({ time }) => new Date(time).getTime() <= entry.createdAt)
    all.splice(after + 1, 0, ofUnsent(entry, me))
  }
  return [...all, ...unsent.filter(({ status }) => status !== 'error').map((entry) => ofUnsent(entry, me))]
}

/** Returns the lines with days that never go back: a message that came late stands under the day at which it came in, with its own date. */
const forwardInDays = (lines: readonly Line[]): Line[] => {
  let newest = Number.NEGATIVE_INFINITY
  return lines.map((line) => {
    newest = Math.max(newest, line.day)
    return line.day === newest ? line : { ...line, day: newest }
  })
}

/** The history with what failed, then what is under way. */
export const threadRows = ({ messages, unsent, hasOlder, unread, me = '', now }: RowsInput): ThreadRow[] => {
  const reactions = reactionsOn(messages)
  const shown = messages.filter(({ reaction }) => !reactions.has(reaction?.to ?? ''))
  // Between what is told of the history and of what is on its way, a message may be in both for a moment: it is one row.
  const left = unsent.filter(({ tempId }) => !messages.some((message) => message.client_message_id === tempId))
  const all = forwardInDays(inOrder(shown, left, me))
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
        (isFirstUnread ? DAY_PX : 0) +
        (endsTurn ? TURN_PX : 0) +
        (isNewDay ? DAY_PX : 0) +
        (isFirstDay ? DAY_PX : 0),
      dayBefore: isFirstDay ? dayTitle(line.time, now) : null,
      dayAfter: isNewDay ? dayTitle(next.time, now) : null,
    }
  })
}

/** Returns the id of the first of the lead's newest `count` messages, reactions not counted, or of as many as are loaded. */
export const firstUnread = (messages: readonly Message[], count: number): string | null => {
  const ofLead = messages.filter(({ role, type }) => isLeadRole(role) && type !== 'reaction')
  return ofLead.slice(-count)[0]?.message_id ?? null
}

export const unreadText = (count: number): string => `${count} ${count === 1 ? 'não lida' : 'não lidas'}`
