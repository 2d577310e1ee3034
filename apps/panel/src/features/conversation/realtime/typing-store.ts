import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { getServerTime } from '../../../shared/api/server-clock.ts'
import {
  addTypingEntry,
  filterActiveTyping,
  formatTypingText,
  getMsUntilNextExpiry,
  removeTypingEntries,
  type TypingEntry,
} from './typing-entries.ts'

const useTypingEntries = create<{ entries: readonly TypingEntry[] }>()(() => ({ entries: [] }))

const updateEntries = (change: (entries: readonly TypingEntry[]) => readonly TypingEntry[]) =>
  useTypingEntries.setState(({ entries }) => ({ entries: change(entries) }))

export const handleTypingEvent = (entry: TypingEntry, selfId: string): void =>
  updateEntries((entries) => addTypingEntry(entries, entry, selfId, getServerTime()))
export const clearTypingOfSender = (leadId: string, senderId: string | null): void =>
  updateEntries((entries) => removeTypingEntries(entries, leadId, senderId))
/** Removes all typing entries when the connection is lost, because stop events do not arrive then. */
export const clearAllTyping = (): void => useTypingEntries.setState({ entries: [] })

/** Returns the typing indicator of a lead's conversation: the names of the typing users and agent, or '' if there are none. */
export const useTypingText = (leadId: string): string => {
  const entries = useTypingEntries((state) => state.entries)
  const [, setTick] = useState(0)
  const now = getServerTime()
  const typing = filterActiveTyping(entries, leadId, now)
  const expiresIn = getMsUntilNextExpiry(typing, now)
  useEffect(() => {
    if (expiresIn === null) return
    const timer = setTimeout(() => setTick((tick) => tick + 1), expiresIn)
    return () => clearTimeout(timer)
  }, [expiresIn])
  return formatTypingText(typing)
}
