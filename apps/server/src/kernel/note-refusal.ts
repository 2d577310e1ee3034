import { createHmac } from 'node:crypto'
import type { AuditAction } from '@prosa/contract/entities/audit'
import type { RefusalReason } from '@prosa/contract/rules/audit-words'
import { sql } from 'drizzle-orm'
import { audit, type Subject } from './audit.ts'
import { inBackground } from './background.ts'
import type { Deps } from './deps.ts'
import { askedFrom } from './http/asked-from.ts'

/** Whose it was, where that is known: it is written into the organisation's audit log too. */
interface Whose {
  tenantId: string
  userId: string | null
  subject?: Subject
}

interface Where {
  ip: string
  /** By what else it can be found again: never a phone. */
  account?: string | undefined
}

/** What was refused at the door, and who it was about; for the log alone, or in words that a person reads in the audit. */
export type Refusal = Where &
  (
    | { action: 'session.refused'; reason: string; of?: undefined }
    | {
        action: Extract<AuditAction, 'session.refused' | 'session.locked' | 'session.reused' | 'password.refused'>
        reason: RefusalReason
        of?: Whose | undefined
      }
    /** In the words that who was refused has read. */
    | { action: Extract<AuditAction, 'invitation.refused' | 'password.refused'>; said: string; of?: Whose | undefined }
  )

/**
 * How long after a refusal it is written into the audit, at least and at most: long after its answer, and at no time that the next ask
 * could be held against. Written beside the answer it made wrong passwords of accounts that exist 17 ms slower than of those that do not.
 */
const AFTER_MS = { least: 500, most: 1_500 } as const

const waiting = new Set<() => Promise<void>>()

/** Writes a refusal down: in the log, with address and account, and for a known account in its organisation's audit log, a moment later. */
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

/** The moment of a refusal, by the database's clock, which every other act has. */
const since = (noted: number) => sql<Date>`now() - make_interval(secs => ${(performance.now() - noted) / 1_000})`

/** Writes down at once what still waits to be: the process ends. */
export async function settleRefusals(): Promise<void> {
  await Promise.all([...waiting].map((write) => write()))
}

/** A phone as the log may have it: the same for the same phone, and of no use without the server's secret. */
export const accountOf = (secret: Uint8Array, phone: string): string =>
  createHmac('sha256', secret).update(`account:${phone}`).digest('hex').slice(0, 16)
