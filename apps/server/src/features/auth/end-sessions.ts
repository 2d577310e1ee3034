import { v7 as uuid } from 'uuid'
import { auditLog } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import { markSessionsEnded } from './queries.ts'

/** Which sessions end: one (`sessionId`), all of the user's, or all but the one that asks (`exceptSessionId`). */
export interface WhichSessions {
  tenantId: string
  userId: string
  sessionId?: string
  exceptSessionId?: string
}

/**
 * Ends sessions at once: the next request is refused and their sockets are closed. Where none of the user's is live by that name nothing
 * is written and nobody is told.
 * @returns how many were live
 */
export function endSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>, which: WhichSessions, reason: string): Promise<number> {
  return db.tenant(which.tenantId, async (tx) => {
    const ended = await markSessionsEnded(tx, { ...which, reason, at: clock.now() })
    if (ended === 0) return 0
    await tx.db
      .insert(auditLog)
      .values({ tenantId: which.tenantId, id: uuid(), userId: which.userId, action: reason, subject: which.sessionId ?? null })
    tx.emit({ name: 'sessions.ended', payload: { ...which, code: 'TOKEN_INVALID' } })
    return ended
  })
}
