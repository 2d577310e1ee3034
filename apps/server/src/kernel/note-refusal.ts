import { createHmac } from 'node:crypto'
import type { AuditAction } from '@prosa/contract/entities/audit'
import { audit, type Subject } from './audit.ts'
import type { Deps } from './deps.ts'
import { askedFrom } from './http/asked-from.ts'

/** What was refused at the door, and who it was about. */
export interface Refusal {
  action: Extract<AuditAction, 'session.refused' | 'session.locked' | 'session.reused' | 'invitation.refused'>
  reason: string
  ip: string
  /** Whose it was, where that is known: it is written into the organisation's audit log too. */
  of?: { tenantId: string; userId: string | null; subject?: Subject } | undefined
  /** By what else it can be found again: never a phone. */
  account?: string | undefined
}

/**
 * Writes a refusal down: in the log, with address and account, and for a known account in its organisation's audit log. Nobody waits for
 * the latter: an answer that took longer for accounts that exist would tell which do.
 */
export function noteRefusal({ db, log }: Pick<Deps, 'db' | 'log'>, { action, reason, ip, of, account }: Refusal): void {
  log.warn({ action, reason, ip, account, ...of }, 'refused')
  if (!of) return
  const { tenantId, userId, subject } = of
  const from = { ip, userAgent: askedFrom()?.userAgent ?? null }
  db.tenant(tenantId, async (tx) => {
    await audit(tx, { tenantId, actor: { kind: 'user', id: userId }, action, subject, after: { reason }, from })
  }).catch((error: unknown) => log.error({ err: error, action }, 'a refusal could not be audited'))
}

/** A phone as the log may have it: the same for the same phone, and of no use without the server's secret. */
export const accountOf = (secret: Uint8Array, phone: string): string =>
  createHmac('sha256', secret).update(`account:${phone}`).digest('hex').slice(0, 16)
