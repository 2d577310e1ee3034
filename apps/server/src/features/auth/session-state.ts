import { LRUCache } from 'lru-cache'
import type { Deps } from '../../kernel/deps.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { findSession } from './queries.ts'
import type { Subject } from './tokens.ts'

/** How old an answer about a session may be: what is switched off anywhere loses access within this time, on every process. */
const FRESH_MS = 1_000

/** Looks a session up, at most once a second for each. */
export function createSessionState({ db, bus, clock }: Pick<Deps, 'db' | 'bus' | 'clock'>) {
  const cache = new LRUCache<string, { identity: Identity | null }, Subject>({
    max: 50_000,
    ttl: FRESH_MS,
    fetchMethod: async (_key, _stale, { context }) => ({ identity: await load(context) }),
  })
  bus.on('sessions.ended', () => cache.clear())

  async function load({ tenantId, userId, sessionId }: Subject): Promise<Identity | null> {
    const found = await db.tenant(tenantId, (tx) => findSession(tx, tenantId, sessionId))
    if (!found || found.user.id !== userId || found.session.endedAt || found.session.expiresAt <= clock.now()) return null
    if (!found.user.active || !found.tenant.active) return null
    const { user, tenant } = found
    return {
      tenantId,
      userId,
      sessionId,
      role: user.role,
      permissions: user.permissions,
      name: user.name,
      platform: tenant.platform,
    }
  }

  return {
    /** Who this session is, or null when it has ended, or its user or tenant is switched off. */
    identify: async (subject: Subject): Promise<Identity | null> => {
      const found = await cache.fetch(subject.sessionId, { context: subject })
      return found?.identity ?? null
    },
  }
}
