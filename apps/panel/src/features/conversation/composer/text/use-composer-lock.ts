import { REPLY_WINDOW_MS } from '@prosa/contract/constants'
import { type ComposerLock, getComposerLock } from '@prosa/contract/rules/conversations/composer-lock'
import { useEffect, useState } from 'react'
import { getServerTime } from '../../../../shared/api/server-clock.ts'
import { type CachedThread, getComposerLockInput } from '../../cache/thread/cached-thread.ts'

/**
 * Returns whether and why the composer is locked. The lock begins when the conversation window ends, and is removed when the lead writes
 * again.
 */
export function useComposerLock(thread: CachedThread): ComposerLock {
  const [, setTick] = useState(0)
  const lockInput = getComposerLockInput(thread)
  const now = getServerTime()
  const lock = getComposerLock(lockInput, now)
  const { lastLeadMessageAt: lastMessageAt, closesAt } = lockInput
  const closesInMs = lock
    ? null
    : closesAt
      ? Date.parse(closesAt) - now
      : lastMessageAt && lastMessageAt.getTime() + REPLY_WINDOW_MS - now
  useEffect(() => {
    if (closesInMs === null) return
    const timer = setTimeout(() => setTick((tick) => tick + 1), closesInMs)
    return () => clearTimeout(timer)
  }, [closesInMs])
  return lock
}
