import { createHmac } from 'node:crypto'
import type { AuditAction } from '@prosa/contract/entities/organisation/audit'
import type { AuthFailureReason } from '@prosa/contract/rules/organisation/audit-texts'
import { sql } from 'drizzle-orm'
import { runInBackground } from '../concurrency/background.ts'
import type { Deps } from '../deps.ts'
import { type AuditSubject, writeAuditEntry } from './audit.ts'
import { getRequestOrigin } from './request-origin.ts'

/** Account of a refusal, if known: the refusal is then also written to the organisation's audit log. */
interface RefusedAccount {
  tenantId: string
  userId: string | null
  subject?: AuditSubject
}

interface RefusalOrigin {
  ip: string
  /** Another identifier of the account; never a phone number. */
  account?: string | undefined
}

/** A refused sign-in or invitation: for the server log only, or with a text for the audit log. */
export type AccessRefusal = RefusalOrigin &
  (
    | { action: 'session.refused'; reason: string; of?: undefined }
    | {
        action: Extract<AuditAction, 'session.refused' | 'session.locked' | 'session.reused' | 'password.refused'>
        reason: AuthFailureReason
        of?: RefusedAccount | undefined
      }
    /** `said`: the message that was shown to the refused person. */
    | { action: Extract<AuditAction, 'invitation.refused' | 'password.refused'>; said: string; of?: RefusedAccount | undefined }
  )

/**
 * Range of the random delay in milliseconds between a refusal and its audit entry, so that the writing affects no measurable response time.
 * Written together with the response, it made wrong passwords of existing accounts 17 ms slower than those of unknown ones.
 */
const AUDIT_DELAY_MS = { least: 500, most: 1_500 } as const

const pendingAudits = new Set<() => Promise<void>>()

/** Logs a refusal with IP address and account. For a known account, also writes it to the organisation's audit log after the delay. */
export function recordAccessRefusal({ db, log }: Pick<Deps, 'db' | 'log'>, refusal: AccessRefusal): void {
  const { action, ip, of, account } = refusal
  const reason = 'said' in refusal ? refusal.said : refusal.reason
  log.warn({ action, reason, ip, account, ...of }, 'refused')
  if (!of) return
  const { tenantId, userId, subject } = of
  const from = { ip, userAgent: getRequestOrigin()?.userAgent ?? null }
  const noted = performance.now()
  const write = async () => {
    clearTimeout(timer)
    if (!pendingAudits.delete(write)) return
    await runInBackground(() =>
      db.tenant(tenantId, (tx) =>
        writeAuditEntry(tx, {
          tenantId,
          actor: { kind: 'user', id: userId },
          action,
          subject,
          after: { reason },
          from,
          at: toDatabaseTime(noted),
        }),
      ),
    ).catch((error: unknown) => log.error({ err: error, action }, 'a refusal could not be audited'))
  }
  const timer = setTimeout(
    () => void write(),
    AUDIT_DELAY_MS.least + Math.random() * (AUDIT_DELAY_MS.most - AUDIT_DELAY_MS.least),
  )
  timer.unref()
  pendingAudits.add(write)
}

/** Returns the time of a refusal by the database clock, which all other acts use. */
const toDatabaseTime = (noted: number) => sql<Date>`now() - make_interval(secs => ${(performance.now() - noted) / 1_000})`

/** Immediately writes all refusals that are still waiting, when the process ends. */
export async function flushRefusalAudits(): Promise<void> {
  await Promise.all([...pendingAudits].map((write) => write()))
}

/** Returns a keyed hash of a phone number for the log: equal for equal numbers, and useless without the server's secret. */
export const hashPhoneForLog = (secret: Uint8Array, phone: string): string =>
  createHmac('sha256', secret).update(`account:${phone}`).digest('hex').slice(0, 16)
