import { eq, sql } from 'drizzle-orm'
import { recordAccessRefusal } from '../../../platform/audit/record-access-refusal.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { sessions } from '../../../platform/database/schema/organisation/accounts.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { findSession, lockSession, markSessionsEnded } from '../queries.ts'
import { isSessionIdle } from './idle-session.ts'
import { areHashesEqual, formatRefreshCookie, hashRefreshSecret, parseRefreshCookie } from './refresh-secret.ts'
import type { TokenService } from './tokens.ts'

/**
 * Milliseconds for which the previous refresh token stays valid, in case two tabs renew at the same time or a response is lost (gap G45).
 */
const ROTATION_GRACE_MS = 30_000

/**
 * Exchanges a refresh token for a new refresh token and a new access token. An old token (older than the previous one, or the previous one
 * after the grace period) ends the session, because someone has a copy. A token that the server never issued, or of an idle session, is
 * rejected.
 * @throws 401 TOKEN_REFRESH_FAILED
 */
export async function rotateSession(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  tokens: TokenService,
  cookie: string | undefined,
  ip: string,
) {
  const { db, clock } = deps
  const sent = parseRefreshCookie(cookie)
  if (!sent) throw errors.refreshFailed()
  const { tenantId, sessionId } = sent
  const now = clock.now()
  const sentHash = hashRefreshSecret(sent.secret)
  const next = tokens.refreshSecrets.successor(sessionId, sent.secret)

  const outcome = await db.tenant(tenantId, async (tx) => {
    const held = await lockSession(tx, tenantId, sessionId)
    if (!held || held.endedAt || held.expiresAt <= now) return null
    if (isSessionIdle(held, now)) {
      await markSessionsEnded(tx, { tenantId, sessionId, reason: 'idle', at: now })
      return null
    }
    const found = await findSession(tx, tenantId, sessionId)
    if (!found?.user.active || !found.tenant.active) return null
    const settled = { userId: held.userId, remember: held.remember }
    const mine = whereTenant(sessions, tenantId, eq(sessions.id, sessionId))
    if (areHashesEqual(held.refreshHash, sentHash)) {
      await tx.db
        .update(sessions)
        .set({ refreshHash: hashRefreshSecret(next), previousHash: sentHash, rotatedAt: sql`clock_timestamp()`, lastUsedAt: now })
        .where(mine)
      return settled
    }
    const inGrace = held.rotatedMsAgo !== null && held.rotatedMsAgo <= ROTATION_GRACE_MS
    if (inGrace && held.previousHash && areHashesEqual(held.previousHash, sentHash)) return settled
    const of = { tenantId, userId: held.userId, subject: { kind: 'session', id: sessionId } as const }
    if (!tokens.refreshSecrets.wasIssued(sessionId, sent.secret)) {
      recordAccessRefusal(deps, {
        action: 'session.refused',
        reason: 'a secret that the session never had',
        ip,
        account: sessionId,
      })
      return null
    }
    recordAccessRefusal(deps, { action: 'session.reused', reason: 'the session was ended', ip, of })
    await markSessionsEnded(tx, { tenantId, sessionId, reason: 'refresh token reused', at: now })
    tx.emit({ name: 'sessions.ended', payload: { tenantId, userId: held.userId, sessionId, code: 'TOKEN_INVALID' } })
    return null
  })
  if (!outcome) throw errors.refreshFailed()
  return {
    access: await tokens.access({ tenantId, userId: outcome.userId, sessionId }),
    refresh: formatRefreshCookie(tenantId, sessionId, next),
    remember: outcome.remember,
  }
}
