import type { Identity } from '../../../platform/access/identity.ts'
import type { Deps } from '../../../platform/deps.ts'
import { lockSession } from '../queries.ts'
import { endSessions } from './end-sessions.ts'
import { areHashesEqual, hashRefreshSecret, parseRefreshCookie } from './refresh-secret.ts'

/** Ends the session of a request. Identifies the session by the access token or, if that has expired, by the refresh token. */
export async function signOut(
  deps: Pick<Deps, 'db' | 'clock'>,
  identity: Identity | null,
  refreshCookie: string | undefined,
): Promise<void> {
  const which = identity ?? (await findSessionByRefreshCookie(deps, refreshCookie))
  if (!which) return
  const { tenantId, userId, sessionId } = which
  await endSessions(deps, { tenantId, userId, sessionId }, 'session.closed')
}

async function findSessionByRefreshCookie({ db }: Pick<Deps, 'db'>, cookie: string | undefined) {
  const sent = parseRefreshCookie(cookie)
  if (!sent) return null
  const { tenantId, sessionId, secret } = sent
  const held = await db.tenant(tenantId, (tx) => lockSession(tx, tenantId, sessionId))
  if (!held || held.endedAt) return null
  const sentHash = hashRefreshSecret(secret)
  const owned =
    areHashesEqual(held.refreshHash, sentHash) || (held.previousHash !== null && areHashesEqual(held.previousHash, sentHash))
  return owned ? { tenantId, userId: held.userId, sessionId } : null
}
