import { writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { markSessionsEnded } from '../queries.ts'

/** Sessions of a user to end: one (`sessionId`), all, or all except one (`exceptSessionId`). */
export interface SessionSelection {
  tenantId: string
  userId: string
  sessionId?: string
  exceptSessionId?: string
}

/**
 * Ends sessions immediately: refuses their next request and closes their sockets. Does nothing if no selected session is active.
 * @returns the number of ended sessions
 */
export function endSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  selection: SessionSelection,
  action: 'session.closed' | 'session.closed_everywhere' | 'session.ended',
): Promise<number> {
  return db.tenant(selection.tenantId, async (tx) => {
    const endedCount = await markSessionsEnded(tx, { ...selection, reason: action, endedAt: clock.now() })
    if (endedCount === 0) return 0
    const { tenantId, userId, sessionId } = selection
    const subject = sessionId === undefined ? undefined : ({ kind: 'session', id: sessionId } as const)
    await writeAuditEntry(tx, { tenantId, actor: { kind: 'user', id: userId }, action, subject })
    tx.emit({ name: 'sessions.ended', payload: { ...selection, code: 'TOKEN_INVALID' } })
    return endedCount
  })
}
