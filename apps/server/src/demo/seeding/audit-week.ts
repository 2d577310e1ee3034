import type { AuditAction, AuditFields, SubjectKind } from '@prosa/contract/entities/organisation/audit'
import { writeAuditEntry } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { DemoAccount } from '../accounts.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DESKTOP_CLIENT = {
  ip: '189.40.72.15',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36',
}
const PHONE_CLIENT = { ip: '177.26.110.4', userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36' }

/** Audit entry of the demo: days ago, minutes after the start of work, index of the user, action, details. */
type DemoAuditEntry = readonly [days: number, minute: number, who: number, action: AuditAction, what?: AuditEntryDetails]
interface AuditEntryDetails {
  lead?: number
  person?: number
  before?: AuditFields
  after?: AuditFields
}

const WEEK_ENTRIES: readonly DemoAuditEntry[] = [
  [6, 2, 0, 'session.opened'],
  [6, 31, 0, 'settings.changed', { before: { retentionMonths: null }, after: { retentionMonths: 24 } }],
  [6, 95, 2, 'session.opened'],
  [6, 130, 2, 'lead.paused', { lead: 0 }],
  [5, 4, 1, 'session.refused', { after: { reason: 'wrong password' } }],
  [5, 5, 1, 'session.opened'],
  [5, 64, 2, 'lead.resumed', { lead: 0 }],
  [5, 410, 1, 'lead.archived', { lead: 1 }],
  [4, 12, 0, 'session.opened'],
  [4, 40, 0, 'person.changed', { person: 2, before: { name: 'Lívia' }, after: { name: 'Lívia Castro' } }],
  [4, 205, 1, 'lead.restored', { lead: 1 }],
  [3, 18, 2, 'session.opened'],
  [3, 77, 2, 'meeting.booked', { lead: 2 }],
  [3, 300, 0, 'lead.exported', { lead: 3 }],
  [2, 9, 1, 'session.opened'],
  [2, 55, 1, 'password.changed'],
  [2, 140, 2, 'lead.paused', { lead: 4 }],
  [1, 3, 0, 'session.opened'],
  [1, 46, 0, 'lead.opted_out', { lead: 1, after: { by: 'lead' } }],
  [1, 260, 1, 'calendar.connected'],
]

export async function insertAuditWeek(
  tx: Tx,
  { tenantId, users }: DemoAccount,
  leads: readonly { id: string; name: string | null }[],
  now: Date,
): Promise<void> {
  for (const [days, minute, userIndex, action, { lead, person: userSubjectIndex, before, after } = {}] of WEEK_ENTRIES) {
    const actor = users[userIndex]
    if (!actor) continue
    const morning = Math.floor((now.getTime() - days * DAY_MS) / DAY_MS) * DAY_MS + 12 * 60 * MINUTE_MS
    await writeAuditEntry(tx, {
      tenantId,
      actor: { kind: 'user', id: actor.id },
      action,
      subject: toAuditSubject('lead', leads[lead ?? -1]) ?? toAuditSubject('user', users[userSubjectIndex ?? -1]),
      before,
      after,
      origin: userIndex === 2 ? PHONE_CLIENT : DESKTOP_CLIENT,
      occurredAt: new Date(morning + minute * MINUTE_MS),
    })
  }
}

const toAuditSubject = (kind: SubjectKind, record: { id: string; name: string | null } | undefined) =>
  record && { kind, id: record.id, label: record.name }
