import { and, eq } from 'drizzle-orm'
import { sessions } from '../../kernel/db/schema/accounts.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { findSession, lockSession, markSessionsEnded } from './queries.ts'
import { formatRefresh, hashSecret, parseRefresh, sameHash, type Tokens } from './tokens.ts'

/** How long the token just replaced is still honoured: two tabs, or an answer that got lost (gap G45). */
const ROTATION_GRACE_MS = 30_000

/**
 * Trades a refresh token for a new one and a new access token. An older one than the immediate predecessor, or that one
 * after the grace, ends the session: somebody has a copy.
 * @throws 401 TOKEN_REFRESH_FAILED
 */
export async function rotateSession({ db, clock }: Pick<Deps, 'db' | 'clock'>, tokens: Tokens, cookie: string | undefined) {
  const sent = parseRefresh(cookie)
  if (!sent) throw errors.refreshFailed()
  const { tenantId, sessionId } = sent
  const now = clock.now()
  const sentHash = hashSecret(sent.secret)
  const next = tokens.successor(sessionId, sent.secret)

  const outcome = await db.tenant(tenantId, async (tx) => {
    const held = await lockSession(tx, tenantId, sessionId)
    if (!held || held.endedAt || held.expiresAt <= now) return null
    const found = await findSession(tx, tenantId, sessionId)
    if (!found?.user.active || !found.tenant.active) return null
    const settled = { userId: held.userId, remember: held.remember }
    const mine = and(eq(sessions.tenantId, tenantId), eq(sessions.id, sessionId))
    if (sameHash(held.refreshHash, sentHash)) {
      await tx.db
        .update(sessions)
        .set({ refreshHash: hashSecret(next), previousHash: sentHash, rotatedAt: now, lastUsedAt: now })
        .where(mine)
      return settled
    }
    const inGrace = held.rotatedAt !== null && now.getTime() - held.rotatedAt.getTime() <= ROTATION_GRACE_MS
    if (inGrace && held.previousHash && sameHash(held.previousHash, sentHash)) return settled
    await markSessionsEnded(tx, { tenantId, sessionId, reason: 'refresh token reused', at: now })
    tx.emit({ name: 'sessions.ended', payload: { tenantId, userId: held.userId, sessionId, code: 'TOKEN_INVALID' } })
    return null
  })
  if (!outcome) throw errors.refreshFailed()
  return {
    access: await tokens.access({ tenantId, userId: outcome.userId, sessionId }),
    refresh: formatRefresh(tenantId, sessionId, next),
    remember: outcome.remember,
  }
}
