import { getExtendedRolePermissions } from '@prosa/contract/roles'
import { LRUCache } from 'lru-cache'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Deps } from '../../../platform/deps.ts'
import { findSession } from '../queries.ts'
import { isSecondStepDue } from '../second-step/second-step-requirement.ts'
import { isConfirmationValid } from '../sign-in/confirm-identity.ts'
import { isSessionIdle, recordSessionUse } from './idle-session.ts'
import type { TokenSubject } from './tokens.ts'

/** Milliseconds for which a session is cached. Within this time, a deactivated user loses access in every server process. */
const CACHE_TTL_MS = 1_000

/** Creates a function that finds sessions in the database and caches them. */
export function createSessionCache({ db, bus, clock }: Pick<Deps, 'db' | 'bus' | 'clock'>) {
  const cachedIdentities = new LRUCache<string, Promise<Identity | null>>({ max: 50_000, ttl: CACHE_TTL_MS })
  /**
   * Number of events about ended or changed sessions. If it changes during a query, the query's result may be outdated and is loaded again.
   */
  let invalidationCount = 0
  const getCacheKey = ({ tenantId, userId, sessionId }: TokenSubject) => `${tenantId}/${userId}/${sessionId}`

  bus.on('access.changed', ({ tenantId, userId }) => {
    invalidationCount++
    for (const key of cachedIdentities.keys())
      if (key.startsWith(`${tenantId}/${userId ? `${userId}/` : ''}`)) cachedIdentities.delete(key)
  })
  bus.on('sessions.ended', ({ tenantId, userId, sessionId, exceptSessionId }) => {
    invalidationCount++
    const keyPrefix = userId ? `${tenantId}/${userId}/${sessionId ?? ''}` : `${tenantId}/`
    for (const key of cachedIdentities.keys()) {
      if (key.startsWith(keyPrefix) && !(exceptSessionId && key.endsWith(exceptSessionId))) cachedIdentities.delete(key)
    }
  })

  async function load(subject: TokenSubject): Promise<Identity | null> {
    const { tenantId, userId, sessionId } = subject
    const countBefore = invalidationCount
    const sessionRow = await db.tenant(tenantId, async (tx) => {
      const row = await findSession(tx, tenantId, sessionId)
      if (row && !row.session.endedAt && !isSessionIdle(row.session, clock.now()))
        await recordSessionUse(tx, row.session, clock.now())
      return row
    })
    if (countBefore !== invalidationCount) return load(subject)
    if (!sessionRow || sessionRow.user.id !== userId || sessionRow.session.endedAt || sessionRow.session.expiresAt <= clock.now())
      return null
    if (!sessionRow.user.active || !sessionRow.tenant.active || isSessionIdle(sessionRow.session, clock.now())) return null
    const { user, tenant } = sessionRow
    return {
      tenantId,
      userId,
      sessionId,
      role: user.role,
      permissions: user.permissions ?? getExtendedRolePermissions(user.role),
      name: user.name,
      isPlatformUser: tenant.platform,
      isSecondStepDue: isSecondStepDue(sessionRow, clock.now()),
      isRecentlyConfirmed: isConfirmationValid(sessionRow.session.confirmedAt, clock.now()),
    }
  }

  return {
    /** Returns the signed-in user of a session, or null if the session has ended or is idle, or its user or organisation is inactive. */
    findIdentity: (subject: TokenSubject): Promise<Identity | null> => {
      const key = getCacheKey(subject)
      const cached = cachedIdentities.get(key)
      if (cached) return cached
      const pending = load(subject)
      cachedIdentities.set(key, pending)
      // Does not cache a failed query, so that the next request repeats it.
      pending.catch(() => cachedIdentities.delete(key))
      return pending
    },
  }
}
