import { getExtendedRolePermissions } from '@prosa/contract/roles'
import { LRUCache } from 'lru-cache'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Deps } from '../../../platform/deps.ts'
import { findSession } from '../queries.ts'
import { isSecondStepDue } from '../second-step/second-step-requirement.ts'
import { isConfirmationValid } from '../sign-in/confirm-identity.ts'
import { isSessionIdle, recordSessionUse } from './idle-session.ts'
import type { TokenSubject } from './tokens.ts'

/** Milliseconds for which a session is cached. A deactivated user loses access within this time in every process. */
const CACHE_TTL_MS = 1_000

/** Creates a function that looks sessions up in the database and caches them. */
export function createSessionCache({ db, bus, clock }: Pick<Deps, 'db' | 'bus' | 'clock'>) {
  const looks = new LRUCache<string, Promise<Identity | null>>({ max: 50_000, ttl: CACHE_TTL_MS })
  /** Number of events about ended or changed sessions. If it changes during a query, the query is repeated. */
  let endings = 0
  const keyOf = ({ tenantId, userId, sessionId }: TokenSubject) => `${tenantId}/${userId}/${sessionId}`

  bus.on('access.changed', ({ tenantId, userId }) => {
    endings++
    for (const key of looks.keys()) if (key.startsWith(`${tenantId}/${userId ? `${userId}/` : ''}`)) looks.delete(key)
  })
  bus.on('sessions.ended', ({ tenantId, userId, sessionId, exceptSessionId }) => {
    endings++
    const touched = userId ? `${tenantId}/${userId}/${sessionId ?? ''}` : `${tenantId}/`
    for (const key of looks.keys()) {
      if (key.startsWith(touched) && !(exceptSessionId && key.endsWith(exceptSessionId))) looks.delete(key)
    }
  })

  async function load(subject: TokenSubject): Promise<Identity | null> {
    const { tenantId, userId, sessionId } = subject
    const before = endings
    const found = await db.tenant(tenantId, async (tx) => {
      const row = await findSession(tx, tenantId, sessionId)
      if (row && !row.session.endedAt && !isSessionIdle(row.session, clock.now()))
        await recordSessionUse(tx, row.session, clock.now())
      return row
    })
    if (before !== endings) return load(subject)
    if (!found || found.user.id !== userId || found.session.endedAt || found.session.expiresAt <= clock.now()) return null
    if (!found.user.active || !found.tenant.active || isSessionIdle(found.session, clock.now())) return null
    const { user, tenant } = found
    return {
      tenantId,
      userId,
      sessionId,
      role: user.role,
      permissions: user.permissions ?? getExtendedRolePermissions(user.role),
      name: user.name,
      platform: tenant.platform,
      secondStepDue: isSecondStepDue(found, clock.now()),
      isConfirmed: isConfirmationValid(found.session.confirmedAt, clock.now()),
    }
  }

  return {
    /**
     * Returns the signed-in user of a session. Returns null if the session has ended or is idle, or its user or organisation is inactive.
     */
    identify: (subject: TokenSubject): Promise<Identity | null> => {
      const key = keyOf(subject)
      const known = looks.get(key)
      if (known) return known
      const look = load(subject)
      looks.set(key, look)
      // A failed query is not cached, so that the next request repeats it.
      look.catch(() => looks.delete(key))
      return look
    },
  }
}
