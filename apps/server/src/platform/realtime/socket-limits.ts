import type { Identity } from '../access/identity.ts'

/**
 * Maximum numbers of open sockets in this process, for one session and for one user. A session usually has one or two tabs, a user several
 * devices.
 */
export const SOCKET_LIMITS = { perSession: 20, perPerson: 50 } as const

/** Creates a counter of open sockets that enforces the limits for each session and each user. */
export function createSocketCounter({ perSession, perPerson }: { perSession: number; perPerson: number } = SOCKET_LIMITS) {
  const counts = new Map<string, number>()
  const add = (key: string, more: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + more
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }
  return {
    /** Counts a new socket. @returns a function to call when the socket closes, or null if a limit is reached */
    open: ({ tenantId, userId, sessionId }: Pick<Identity, 'tenantId' | 'userId' | 'sessionId'>): (() => void) | null => {
      const [session, person] = [`${tenantId}/${userId}/${sessionId}`, `${tenantId}/${userId}`]
      if ((counts.get(session) ?? 0) >= perSession || (counts.get(person) ?? 0) >= perPerson) return null
      for (const key of [session, person]) add(key, 1)
      return () => {
        for (const key of [session, person]) add(key, -1)
      }
    },
  }
}
