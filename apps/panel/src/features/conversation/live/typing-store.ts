import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { serverNow } from '../../../shared/api/server-clock.ts'
import { nextExpiry, spoke, type TypingEntry, typingNow, typingText, withTyping } from './typing.ts'

const useTyping = create<{ entries: readonly TypingEntry[] }>()(() => ({ entries: [] }))

const change = (next: (entries: readonly TypingEntry[]) => readonly TypingEntry[]) =>
  useTyping.setState(({ entries }) => ({ entries: next(entries) }))

export const onTyping = (said: TypingEntry, selfId: string): void =>
  change((entries) => withTyping(entries, said, selfId, serverNow()))
export const endTypingOf = (leadId: string, senderId: string | null): void =>
  change((entries) => spoke(entries, leadId, senderId))
/** Clears the entries when the connection is lost, because no stop events arrive then. */
export const clearTyping = (): void => useTyping.setState({ entries: [] })

/** Returns the names of the users who are typing to a lead, as a text; empty if none is. */
export const useTypingText = (leadId: string): string => {
  const entries = useTyping((state) => state.entries)
  const [, setTick] = useState(0)
  const now = serverNow()
  const typing = typingNow(entries, leadId, now)
  const expiresIn = nextExpiry(typing, now)
  useEffect(() => {
    if (expiresIn === null) return
    const timer = setTimeout(() => setTick((tick) => tick + 1), expiresIn)
    return () => clearTimeout(timer)
  }, [expiresIn])
  return typingText(typing)
}
