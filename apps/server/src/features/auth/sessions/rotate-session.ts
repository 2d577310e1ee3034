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
 * Milliseconds for which the previous refresh token stays valid. Two tabs may renew at the same time, or a response may be lost (gap G45).
 */
const ROTATION_GRACE_MS = 30_000

/**
 * Exchanges a refresh token for a new refresh token and access token. A token that was exchanged earlier ends the session, because someone
 * has a copy; the last one is accepted during a grace period. A token that the server never issued, or of an idle session, is rejected.
 * @throws 401 TOKEN_REFRESH_FAILED
 */
export async function rotateSession(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  tokens: TokenService,
  cookie: string | undefined,
  ip: string,
) {
  const { db, clock } = deps
  const cookieParts = parseRefreshCookie(cookie)
  if (!cookieParts) throw errors.refreshFailed()
  const { tenantId, sessionId } = cookieParts
  const now = clock.now()
  const sentHash = hashRefreshSecret(cookieParts.secret)
  const next = tokens.refreshSecrets.deriveNext(sessionId, cookieParts.secret)

  const outcome = await db.tenant(tenantId, async (tx) => {
    const lockedSession = await lockSession(tx, tenantId, sessionId)
    if (!lockedSession || lockedSession.endedAt || lockedSession.expiresAt <= now) return null
    if (isSessionIdle(lockedSession, now)) {
      await markSessionsEnded(tx, { tenantId, sessionId, reason: 'idle', endedAt: now })
      return null
    }
    const session = await findSession(tx, tenantId, sessionId)
    if (!session?.user.active || !session.tenant.active) return null
    const renewed = { userId: lockedSession.userId, remember: lockedSession.remember }
    const condition = whereTenant(sessions, tenantId, eq(sessions.id, sessionId))
    if (areHashesEqual(lockedSession.refreshHash, sentHash)) {
      await tx.db
        .update(sessions)
        .set({ refreshHash: hashRefreshSecret(next), previousHash: sentHash, rotatedAt: sql`clock_timestamp()`, lastUsedAt: now })
        .where(condition)
      return renewed
    }
    const isInGracePeriod = lockedSession.rotatedMsAgo !== null && lockedSession.rotatedMsAgo <= ROTATION_GRACE_MS
    if (isInGracePeriod && lockedSession.previousHash && areHashesEqual(lockedSession.previousHash, sentHash)) return renewed
    const refusedAccount = { tenantId, userId: lockedSession.userId, subject: { kind: 'session', id: sessionId } as const }
    if (!tokens.refreshSecrets.wasIssued(sessionId, cookieParts.secret)) {
      recordAccessRefusal(deps, {
        action: 'session.refused',
        reason: 'a secret that the session never had',
        ip,
        accountLabel: sessionId,
      })
      return null
    }
    recordAccessRefusal(deps, { action: 'session.reused', reason: 'the session was ended', ip, refusedAccount })
    await markSessionsEnded(tx, { tenantId, sessionId, reason: 'refresh token reused', endedAt: now })
    tx.emit({ name: 'sessions.ended', payload: { tenantId, userId: lockedSession.userId, sessionId, code: 'TOKEN_INVALID' } })
    return null
  })
  if (!outcome) throw errors.refreshFailed()
  return {
    accessToken: await tokens.issueAccessToken({ tenantId, userId: outcome.userId, sessionId }),
    refreshCookie: formatRefreshCookie(tenantId, sessionId, next),
    remember: outcome.remember,
  }
}
