import type { Identity } from '../access/identity.ts'

/** Maximum numbers of open sockets of one session and of one user, in this process. A session usually has one or two tabs. */
export const SOCKET_LIMITS = { perSession: 20, perUser: 50 } as const

/** Creates a counter of open sockets that enforces the limits. */
export function createSocketCounter({ perSession, perUser }: { perSession: number; perUser: number } = SOCKET_LIMITS) {
  const counts = new Map<string, number>()
  const addToCount = (key: string, difference: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + difference
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }
  return {
    /** Counts a new socket. @returns a function to call when the socket closes; null if a limit is reached */
    open: ({ tenantId, userId, sessionId }: Pick<Identity, 'tenantId' | 'userId' | 'sessionId'>): (() => void) | null => {
      const [sessionKey, userKey] = [`${tenantId}/${userId}/${sessionId}`, `${tenantId}/${userId}`]
      if ((counts.get(sessionKey) ?? 0) >= perSession || (counts.get(userKey) ?? 0) >= perUser) return null
      for (const key of [sessionKey, userKey]) addToCount(key, 1)
      return () => {
        for (const key of [sessionKey, userKey]) addToCount(key, -1)
      }
    },
  }
}
