import type { AuditAction, AuditFields, SubjectKind } from '@prosa/contract/entities/organisation/audit'
import { and, eq, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../access/identity.ts'
import type { Tx } from '../database/database.ts'
import { whereTenant } from '../database/queries/where-tenant.ts'
import { agents, leads } from '../database/schema/conversations/conversations.ts'
import { users } from '../database/schema/organisation/accounts.ts'
import { auditLog } from '../database/schema/organisation/tenants.ts'
import { getRequestOrigin, type RequestOrigin } from './request-origin.ts'

/**
 * The user, agent, API key or process that performed an audited action. `id` is null for a user that does not exist yet, such as the
 * recipient of a refused invitation.
 */
export type AuditActor =
  | { kind: 'user'; id: string | null }
  | { kind: 'agent'; id: string | null }
  | { kind: 'key'; id: string; name: string }
  | { kind: 'platform'; id: string }
  | { kind: 'system' }

/** The object that an audited action changed. Without a `label`, the current name of the user, agent or lead is stored. */
export interface AuditSubject {
  kind: SubjectKind
  id: string
  label?: string | null
}

/**
 * One action in the audit log. `before` and `after` contain only changed fields, and never a secret, a code or a message's text (TRUST-18).
 */
export interface AuditEntry {
  tenantId: string
  actor: AuditActor
  action: AuditAction
  subject?: AuditSubject | undefined
  before?: AuditFields | undefined
  after?: AuditFields | undefined
  /** IP address and browser of the client. By default those of the current request, or none if an agent or the system acts. */
  origin?: RequestOrigin | undefined
  /** Time of the action; by default now. */
  occurredAt?: Date | SQL<Date> | undefined
}

/** Months for which the law requires storing IP addresses (Marco Civil, art. 15). */
export const IP_ADDRESS_RETENTION_MONTHS = 6

const PLATFORM_NAME = 'Plataforma Prosa'
/** Maximum length of a stored field value. Long values, such as an agent's instructions, are recognizable by their beginning. */
const MAX_FIELD_CHARS = 300

/**
 * Returns a signed-in user as the actor for the audit log of the organisation `logTenantId`. A user of another organisation is recorded as
 * the platform.
 */
export const toAuditActor = ({ tenantId, userId }: Pick<Identity, 'tenantId' | 'userId'>, logTenantId = tenantId): AuditActor =>
  tenantId === logTenantId ? { kind: 'user', id: userId } : { kind: 'platform', id: userId }

/** Returns the user as the actor of a change, or the system if `userId` is null. */
export const toUserOrSystemActor = (userId: string | null | undefined): AuditActor =>
  userId ? { kind: 'user', id: userId } : { kind: 'system' }

/**
 * Writes an entry to the audit log, in the transaction of the audited action (TRUST-17). Never waits for other writers: the position in the
 * hash chain is assigned later (features/audit/seal-audit-log.ts).
 * No other code inserts into the table; a test checks this.
 */
export async function writeAuditEntry(
  tx: Tx,
  { tenantId, actor, action, subject, before, after, origin, occurredAt }: AuditEntry,
): Promise<void> {
  const requestOrigin = origin ?? (actor.kind === 'system' || actor.kind === 'agent' ? null : getRequestOrigin())
  await tx.db.insert(auditLog).values({
    tenantId,
    id: uuid(),
    actorKind: actor.kind,
    actorId: actor.kind === 'system' ? null : actor.id,
    actorName: selectActorName(tenantId, actor),
    action,
    subjectKind: subject?.kind,
    subject: subject?.id,
    subjectLabel: subject && (subject.label ?? selectSubjectLabel(tenantId, subject)),
    before: truncateFields(before),
    after: truncateFields(after),
    ip: requestOrigin?.ip,
    userAgent: requestOrigin?.userAgent,
    createdAt: occurredAt,
  })
}

/**
 * Deletes IP addresses and user agents of entries before `before`, in all organisations (Marco Civil, art. 15). The entries and their hash
 * chain stay.
 */
export async function clearOldIpAddresses(systemTx: Tx, before: Date): Promise<void> {
  const hasAddressCondition = or(isNotNull(auditLog.ip), isNotNull(auditLog.userAgent))
  await systemTx.db
    .update(auditLog)
    .set({ ip: null, userAgent: null, addressSalt: null })
    .where(and(hasAddressCondition, lt(auditLog.createdAt, before)))
}

/** Deletes the names of erased leads from the audit log. The entries and their hash chain stay. */
export async function clearErasedLeadNames(tx: Tx, tenantId: string, leadIds: readonly string[]): Promise<void> {
  await tx.db
    .update(auditLog)
    .set({ subjectLabel: null, labelSalt: null })
    .where(whereTenant(auditLog, tenantId, inArray(auditLog.subject, [...leadIds])))
}

/** Returns the fields that differ, with their values before and after; null if no field differs. */
export function getChangedFields<T extends object>(
  before: T,
  after: { [K in keyof T]?: T[K] | undefined },
): { before: AuditFields; after: AuditFields } | null {
  const serialize = (value: unknown) => JSON.stringify(value ?? null)
  const fields = Object.keys(after).filter((key) => {
    const name = key as keyof T
    return after[name] !== undefined && serialize(after[name]) !== serialize(before[name])
  })
  const pick = (values: { [K in keyof T]?: T[K] | undefined }) =>
    Object.fromEntries(fields.map((name) => [name, values[name as keyof T] ?? null]))
  return fields.length === 0 ? null : { before: pick(before), after: pick(after) }
}

function selectActorName(tenantId: string, actor: AuditActor): string | null | SQL<string> {
  if (actor.kind === 'key') return actor.name
  if (actor.kind === 'platform') return PLATFORM_NAME
  if (actor.kind === 'system' || actor.id === null) return null
  return selectSubjectLabel(tenantId, { kind: actor.kind, id: actor.id })
}

/** Returns a subquery for the name of the changed object; null if objects of this kind have no name. */
function selectSubjectLabel(tenantId: string, { kind, id }: AuditSubject): null | SQL<string> {
  if (kind === 'user') return sql`(SELECT name FROM ${users} WHERE ${whereTenant(users, tenantId, eq(users.id, id))})`
  if (kind === 'agent') return sql`(SELECT name FROM ${agents} WHERE ${whereTenant(agents, tenantId, eq(agents.id, id))})`
  if (kind === 'lead') return sql`(SELECT name FROM ${leads} WHERE ${whereTenant(leads, tenantId, eq(leads.id, id))})`
  return null
}

const truncateFields = (fields: AuditFields | undefined): AuditFields | undefined =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > MAX_FIELD_CHARS ? `${value.slice(0, MAX_FIELD_CHARS)}…` : value,
    ]),
  )
