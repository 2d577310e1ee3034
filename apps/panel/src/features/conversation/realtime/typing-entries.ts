import { TYPING_ENTRY_TTL_MS, TYPING_STOP_MS } from '@prosa/contract/constants'
import type { ServerEvent } from '@prosa/contract/events'

/** User or agent who is typing to a lead (section 3, Typing entry). */
export interface TypingEntry {
  readonly leadId: string
  readonly userId: string
  readonly userName: string
  readonly isTyping: boolean
  /** Time of the event, in server time. */
  readonly timestamp: number
  readonly isAgent: boolean
}

const NO_ENTRIES: readonly TypingEntry[] = []

/** Returns the time of an event, or now if it is invalid or in the future, so that no entry outlives its 15 s. */
const parseEventTime = (timestamp: string, now: number): number => {
  const told = Date.parse(timestamp)
  return Number.isNaN(told) ? now : Math.min(told, now)
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
 * Adds an event: the newest per user counts, and the user's own are ignored. Stops are stored, so that a late start does not override them.
 */
export const addTypingEntry = (
  entries: readonly TypingEntry[],
  said: TypingEntry,
  selfId: string,
  now: number,
): readonly TypingEntry[] => {
  if (!said.isAgent && said.userId === selfId) return entries
  const known = entries.find((entry) => isSameSender(entry, said))
  if (known && known.timestamp > said.timestamp) return entries
  const others = entries.filter((entry) => entry !== known && !isExpired(entry, now))
  return [...others, said]
}

const isExpired = (entry: TypingEntry, now: number): boolean => now - entry.timestamp >= TYPING_ENTRY_TTL_MS

/** Returns who is typing to this lead now. Compares timestamps, so that a tab that slept shows no outdated entries. */
export const filterActiveTyping = (entries: readonly TypingEntry[], leadId: string, now: number): readonly TypingEntry[] => {
  const found = entries.filter((entry) => entry.leadId === leadId && entry.isTyping && !isExpired(entry, now))
  return found.length > 0 ? found : NO_ENTRIES
}

/** Returns the milliseconds until the next entry expires, or null if there is none. */
export const getMsUntilNextExpiry = (entries: readonly TypingEntry[], now: number): number | null => {
  const times = entries.filter((entry) => entry.isTyping && !isExpired(entry, now)).map((entry) => entry.timestamp)
  return times.length > 0 ? Math.min(...times) + TYPING_ENTRY_TTL_MS - now : null
}

/** Removes the entry of the author of a message: the agent, or a user. */
export const removeTypingEntries = (
  entries: readonly TypingEntry[],
  leadId: string,
  senderId: string | null,
): readonly TypingEntry[] =>
  entries.filter((entry) => entry.leadId !== leadId || (senderId === null ? !entry.isAgent : entry.userId !== senderId))

/** Formats 'Ana está digitando…', 'Ana e Clara (IA) estão digitando…'. */
export const formatTypingText = (entries: readonly TypingEntry[]): string => {
  if (entries.length === 0) return ''
  const names = entries.map(({ userName, isAgent }) => (isAgent ? `${userName} (IA)` : userName))
  const who = new Intl.ListFormat('pt-BR').format(names)
  return `${who} ${names.length > 1 ? 'estão' : 'está'} digitando…`
}

interface TypingSignals {
  start: () => void
  stop: () => void
}

// Interval in milliseconds at which typing is emitted again, well before others drop it after 15 s.
const TYPING_RENEWAL_MS = TYPING_ENTRY_TTL_MS / 3

/** Emits the user's own typing: at the first key, repeatedly while it continues, and a stop at most 15 s after the last key. */
export const createTypingEmitter = (voice: TypingSignals) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let saidStartAt: number | null = null

  const stop = () => {
    clearTimeout(timer)
    if (saidStartAt === null) return
    saidStartAt = null
    voice.stop()
  }
  const typed = () => {
    clearTimeout(timer)
    timer = setTimeout(stop, TYPING_STOP_MS)
    if (saidStartAt !== null && performance.now() - saidStartAt < TYPING_RENEWAL_MS) return
    saidStartAt = performance.now()
    voice.start()
  }
  return { typed, stop }
}
