import { createHmac } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { auditLog } from './db/schema/tenants.ts'
import type { Deps } from './deps.ts'

/** What was refused at the door, and who it was about. */
export interface Refusal {
  action: 'sign-in refused' | 'account locked' | 'refresh refused' | 'refresh token reused' | 'invitation refused'
  reason: string
  ip: string
  /** Whose it was, where that is known: it is written into the organisation's audit log too. */
  of?: { tenantId: string; userId: string | null; subject?: string } | undefined
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
  const { tenantId, userId, subject = null } = of
  db.tenant(tenantId, async (tx) => {
    await tx.db.insert(auditLog).values({ tenantId, id: uuid(), userId, action, subject, detail: { reason }, ip })
  }).catch((error: unknown) => log.error({ err: error, action }, 'a refusal could not be audited'))
}

/** A phone as the log may have it: the same for the same phone, and of no use without the server's secret. */
export const accountOf = (secret: Uint8Array, phone: string): string =>
  createHmac('sha256', secret).update(`account:${phone}`).digest('hex').slice(0, 16)
