import type { Identity } from '../../../platform/access/identity.ts'
import type { Deps } from '../../../platform/deps.ts'
import { lockSession } from '../queries.ts'
import { endSessions } from './end-sessions.ts'
import { areHashesEqual, hashRefreshSecret, parseRefreshCookie } from './refresh-secret.ts'

/** Ends the session of a request. Finds it by the access token or, if that has expired, by the refresh cookie. */
export async function signOut(
  deps: Pick<Deps, 'db' | 'clock'>,
  identity: Identity | null,
  refreshCookie: string | undefined,
): Promise<void> {
  const session = identity ?? (await findSessionByRefreshCookie(deps, refreshCookie))
  if (!session) return
  const { tenantId, userId, sessionId } = session
  await endSessions(deps, { tenantId, userId, sessionId }, 'session.closed')
}

async function findSessionByRefreshCookie({ db }: Pick<Deps, 'db'>, cookie: string | undefined) {
  const cookieParts = parseRefreshCookie(cookie)
  if (!cookieParts) return null
  const { tenantId, sessionId, secret } = cookieParts
  const lockedSession = await db.tenant(tenantId, (tx) => lockSession(tx, tenantId, sessionId))
  if (!lockedSession || lockedSession.endedAt) return null
  const sentHash = hashRefreshSecret(secret)
  const isOwner =
    areHashesEqual(lockedSession.refreshHash, sentHash) ||
    (lockedSession.previousHash !== null && areHashesEqual(lockedSession.previousHash, sentHash))
  return isOwner ? { tenantId, userId: lockedSession.userId, sessionId } : null
}
