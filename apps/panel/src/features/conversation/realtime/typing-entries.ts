import { TYPING_ENTRY_TTL_MS, TYPING_STOP_MS } from '@prosa/contract/constants'
import type { ServerEvent } from '@prosa/contract/events'

/** User or agent who is typing a message to a lead (section 3, Typing entry). */
export interface TypingEntry {
  readonly leadId: string
  readonly userId: string
  readonly userName: string
  /** False if the user or agent has stopped typing. */
  readonly isTyping: boolean
  /** Time of the event in milliseconds since the epoch, in server time. */
  readonly timestamp: number
  readonly isAgent: boolean
}

const NO_ENTRIES: readonly TypingEntry[] = []

/** Parses the time of an event. Returns `now` if the time is invalid or in the future, so that no entry lasts longer than 15 s. */
const parseEventTime = (timestamp: string, now: number): number => {
  const eventMs = Date.parse(timestamp)
  return Number.isNaN(eventMs) ? now : Math.min(eventMs, now)
}

export const toUserTypingEntry = (event: ServerEvent<'typing_indicator'>, openLeadId: string, now: number): TypingEntry => ({
  ...event,
  leadId: event.leadId ?? openLeadId,
  timestamp: parseEventTime(event.timestamp, now),
  isAgent: false,
})

export const toAgentTypingEntry = (event: ServerEvent<'agent_typing_indicator'>, now: number): TypingEntry => ({
  leadId: event.leadId,
  userId: event.agentId,
  userName: event.agentName,
  isTyping: event.isAgentTyping,
  timestamp: parseEventTime(event.timestamp, now),
  isAgent: true,
})

const isSameSender = (a: TypingEntry, b: TypingEntry): boolean =>
  a.leadId === b.leadId && a.userId === b.userId && a.isAgent === b.isAgent

/**
 * Adds an entry and replaces the older one of the same sender. Ignores entries of the signed-in user (`selfId`). Entries with `isTyping:
 * false` are kept, so that a delayed start event does not override them.
 */
export const addTypingEntry = (
  entries: readonly TypingEntry[],
  received: TypingEntry,
  selfId: string,
  now: number,
): readonly TypingEntry[] => {
  if (!received.isAgent && received.userId === selfId) return entries
  const existing = entries.find((entry) => isSameSender(entry, received))
  if (existing && existing.timestamp > received.timestamp) return entries
  const others = entries.filter((entry) => entry !== existing && !isExpired(entry, now))
  return [...others, received]
}

const isExpired = (entry: TypingEntry, now: number): boolean => now - entry.timestamp >= TYPING_ENTRY_TTL_MS

/**
 * Returns the entries of users and agents who are typing to this lead now. Entries expire by their timestamp, so that a tab that was
 * suspended shows no outdated entries.
 */
export const filterActiveTyping = (entries: readonly TypingEntry[], leadId: string, now: number): readonly TypingEntry[] => {
  const activeEntries = entries.filter((entry) => entry.leadId === leadId && entry.isTyping && !isExpired(entry, now))
  return activeEntries.length > 0 ? activeEntries : NO_ENTRIES
}

/** Returns the milliseconds until the next entry expires, or null if there are no entries. */
export const getMsUntilNextExpiry = (entries: readonly TypingEntry[], now: number): number | null => {
  const times = entries.filter((entry) => entry.isTyping && !isExpired(entry, now)).map((entry) => entry.timestamp)
  return times.length > 0 ? Math.min(...times) + TYPING_ENTRY_TTL_MS - now : null
}

/** Removes the typing entry of the author of a message. `senderId`: id of the user; null for the agent. */
export const removeTypingEntries = (
  entries: readonly TypingEntry[],
  leadId: string,
  senderId: string | null,
): readonly TypingEntry[] =>
  entries.filter((entry) => entry.leadId !== leadId || (senderId === null ? !entry.isAgent : entry.userId !== senderId))

/** Formats the names of those who are typing: 'Ana está digitando…', 'Ana e Clara (IA) estão digitando…'. */
export const formatTypingText = (entries: readonly TypingEntry[]): string => {
  if (entries.length === 0) return ''
  const names = entries.map(({ userName, isAgent }) => (isAgent ? `${userName} (IA)` : userName))
  const joinedNames = new Intl.ListFormat('pt-BR').format(names)
  return `${joinedNames} ${names.length > 1 ? 'estão' : 'está'} digitando…`
}

interface TypingSignals {
  start: () => void
  stop: () => void
}

// Interval in milliseconds at which the typing event is emitted again. Other clients drop it after 15 s.
const TYPING_RENEWAL_MS = TYPING_ENTRY_TTL_MS / 3

/**
 * Creates functions that emit the user's own typing: at the first key press, repeatedly while typing continues, and a stop event after a
 * pause.
 */
export const createTypingEmitter = (signals: TypingSignals) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let startedAtMs: number | null = null

  const stop = () => {
    clearTimeout(timer)
    if (startedAtMs === null) return
    startedAtMs = null
    signals.stop()
  }
  const handleInput = () => {
    clearTimeout(timer)
    timer = setTimeout(stop, TYPING_STOP_MS)
    if (startedAtMs !== null && performance.now() - startedAtMs < TYPING_RENEWAL_MS) return
    startedAtMs = performance.now()
    signals.start()
  }
  return { handleInput, stop }
}
