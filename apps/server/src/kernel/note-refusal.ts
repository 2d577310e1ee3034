import { createHmac } from 'node:crypto'
import type { AuditAction } from '@prosa/contract/entities/audit'
import type { RefusalReason } from '@prosa/contract/rules/audit-words'
import { sql } from 'drizzle-orm'
import { audit, type Subject } from './audit.ts'
import { inBackground } from './background.ts'
import type { Deps } from './deps.ts'
import { askedFrom } from './http/asked-from.ts'

/** Account of a refusal, if known: the refusal is then also written to the organisation's audit log. */
interface Whose {
  tenantId: string
  userId: string | null
  subject?: Subject
}

interface Where {
  ip: string
  /** Another identifier of the account; never a phone number. */
  account?: string | undefined
}

/** A refused sign-in or invitation: for the server log only, or with a text for the audit log. */
export type Refusal = Where &
  (
    | { action: 'session.refused'; reason: string; of?: undefined }
    | {
        action: Extract<AuditAction, 'session.refused' | 'session.locked' | 'session.reused' | 'password.refused'>
        reason: RefusalReason
        of?: Whose | undefined
      }
    /** `said`: the message that was shown to the refused person. */
    | { action: Extract<AuditAction, 'invitation.refused' | 'password.refused'>; said: string; of?: Whose | undefined }
  )

/**
 * Range of the random delay in milliseconds between a refusal and its audit entry, so that the writing affects no measurable response time.
 * Written together with the response, it made wrong passwords of existing accounts 17 ms slower than those of unknown ones.
 */
const AFTER_MS = { least: 500, most: 1_500 } as const

const waiting = new Set<() => Promise<void>>()

/** Logs a refusal with IP address and account. For a known account, also writes it to the organisation's audit log after the delay. */
export function noteRefusal({ db, log }: Pick<Deps, 'db' | 'log'>, refusal: Refusal): void {
  const { action, ip, of, account } = refusal
  const reason = 'said' in refusal ? refusal.said : refusal.reason
  log.warn({ action, reason, ip, account, ...of }, 'refused')
  if (!of) return
  const { tenantId, userId, subject } = of
  const from = { ip, userAgent: askedFrom()?.userAgent ?? null }
  const noted = performance.now()
  const write = async () => {
    clearTimeout(timer)
    if (!waiting.delete(write)) return
    await inBackground(() =>
      db.tenant(tenantId, (tx) =>
        audit(tx, { tenantId, actor: { kind: 'user', id: userId }, action, subject, after: { reason }, from, at: since(noted) }),
      ),
    ).catch((error: unknown) => log.error({ err: error, action }, 'a refusal could not be audited'))
  }
  const timer = setTimeout(() => void write(), AFTER_MS.least + Math.random() * (AFTER_MS.most - AFTER_MS.least))
  timer.unref()
  waiting.add(write)
}

/** Returns the time of a refusal by the database clock, which all other acts use. */
const since = (noted: number) => sql<Date>`now() - make_interval(secs => ${(performance.now() - noted) / 1_000})`

/** Immediately writes all refusals that are still waiting, when the process ends. */
export async function settleRefusals(): Promise<void> {
  await Promise.all([...waiting].map((write) => write()))
}

/** Returns a keyed hash of a phone number for the log: equal for equal numbers, and useless without the server's secret. */
export const accountOf = (secret: Uint8Array, phone: string): string =>
  createHmac('sha256', secret).update(`account:${phone}`).digest('hex').slice(0, 16)
