import { createHmac } from 'node:crypto'
import type { AuditAction } from '@prosa/contract/entities/organisation/audit'
import type { AuthFailureReason } from '@prosa/contract/rules/organisation/audit-texts'
import { sql } from 'drizzle-orm'
import { runInBackground } from '../concurrency/background.ts'
import type { Deps } from '../deps.ts'
import { type AuditSubject, writeAuditEntry } from './audit.ts'
import { getRequestOrigin } from './request-origin.ts'

/** Account to which access was refused. Such a refusal is also written to the audit log of the account's organisation. */
interface RefusedAccount {
  tenantId: string
  userId: string | null
  subject?: AuditSubject
}

interface RefusalOrigin {
  ip: string
  /** Identifier of the account in the server log, such as a hash. Never a plain phone number. */
  accountLabel?: string | undefined
}

/** A refused sign-in, invitation or password. With a `refusedAccount`, it is also written to the audit log. */
export type AccessRefusal = RefusalOrigin &
  (
    | { action: 'session.refused'; reason: string; refusedAccount?: undefined }
    | {
        action: Extract<AuditAction, 'session.refused' | 'session.locked' | 'session.reused' | 'password.refused'>
        reason: AuthFailureReason
        refusedAccount?: RefusedAccount | undefined
      }
    /** `said`: message that was shown to the refused user. */
    | {
        action: Extract<AuditAction, 'invitation.refused' | 'password.refused'>
        said: string
        refusedAccount?: RefusedAccount | undefined
      }
  )

/**
 * Range in milliseconds of the random delay of an audit entry. Without the delay, responses for existing accounts would be 17 ms slower and
 * reveal which accounts exist.
 */
const AUDIT_DELAY_MS = { min: 500, max: 1_500 } as const

const pendingAudits = new Set<() => Promise<void>>()

/** Logs a refusal. If the account is known, also writes the refusal to the audit log of its organisation, after a random delay. */
export function recordAccessRefusal({ db, log }: Pick<Deps, 'db' | 'log'>, refusal: AccessRefusal): void {
  const { action, ip, refusedAccount, accountLabel } = refusal
  const reason = 'said' in refusal ? refusal.said : refusal.reason
  log.warn({ action, reason, ip, account: accountLabel, ...refusedAccount }, 'refused')
  if (!refusedAccount) return
  const { tenantId, userId, subject } = refusedAccount
  const origin = { ip, userAgent: getRequestOrigin()?.userAgent ?? null }
  const refusedAtMs = performance.now()
  const writeEntry = async () => {
    clearTimeout(timer)
    if (!pendingAudits.delete(writeEntry)) return
    await runInBackground(() =>
      db.tenant(tenantId, (tx) =>
        writeAuditEntry(tx, {
          tenantId,
          actor: { kind: 'user', id: userId },
          action,
          subject,
          after: { reason },
          origin,
          occurredAt: toDatabaseTime(refusedAtMs),
        }),
      ),
    ).catch((error: unknown) => log.error({ err: error, action }, 'a refusal could not be audited'))
  }
  const timer = setTimeout(
    () => void writeEntry(),
    AUDIT_DELAY_MS.min + Math.random() * (AUDIT_DELAY_MS.max - AUDIT_DELAY_MS.min),
  )
  timer.unref()
  pendingAudits.add(writeEntry)
}

/**
 * Returns the time of a refusal by the database's clock, which all audit entries use. `refusedAtMs`: `performance.now()` at the refusal.
 */
const toDatabaseTime = (refusedAtMs: number) =>
  sql<Date>`now() - make_interval(secs => ${(performance.now() - refusedAtMs) / 1_000})`

/** Writes all delayed refusals to the audit log immediately, because the process ends. */
export async function flushRefusalAudits(): Promise<void> {
  await Promise.all([...pendingAudits].map((writeEntry) => writeEntry()))
}

/** Returns a keyed hash of a phone number for the log. Without the server's secret, the phone number cannot be recovered. */
export const hashPhoneForLog = (secret: Uint8Array, phone: string): string =>
  createHmac('sha256', secret).update(`account:${phone}`).digest('hex').slice(0, 16)
