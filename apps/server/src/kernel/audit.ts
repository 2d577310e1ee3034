import type { AuditAction, AuditFields, SubjectKind } from '@prosa/contract/entities/audit'
import { and, eq, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from './db/database.ts'
import { ofTenant } from './db/of-tenant.ts'
import { users } from './db/schema/accounts.ts'
import { agents, leads } from './db/schema/conversations.ts'
import { auditLog } from './db/schema/tenants.ts'
import { type Address, askedFrom } from './http/asked-from.ts'
import type { Identity } from './http/identity.ts'

/** Who acts; a null `id` is a user who is not known (a refused invitation). */
export type Actor =
  | { kind: 'user'; id: string | null }
  | { kind: 'agent'; id: string | null }
  | { kind: 'key'; id: string; name: string }
  | { kind: 'platform'; id: string }
  | { kind: 'system' }

/** What is acted on; of a person, an agent and a lead the label is read where it stands when none is given. */
export interface Subject {
  kind: SubjectKind
  id: string
  label?: string | null
}

/** One act. `before` and `after` hold changed fields only, and never a secret, a code or a message's text (TRUST-18). */
export interface Act {
  tenantId: string
  actor: Actor
  action: AuditAction
  subject?: Subject | undefined
  before?: AuditFields | undefined
  after?: AuditFields | undefined
  /** Where it was asked from; the request's own when a person acts and nothing else is said. */
  from?: Address | undefined
  /** When, where that is not now. */
  at?: Date | SQL<Date> | undefined
}

/** Access records are kept for so long, and no longer (Marco Civil, art. 15). */
export const ADDRESS_MONTHS = 6

const PLATFORM = 'Plataforma Prosa'
/** Of a long field (an agent's instructions) its beginning says which it was. */
const FIELD_MAX_CHARS = 300

/** The person who asks, as an organisation's audit names them: of another organisation's people it learns that the platform acted. */
export const actorOf = ({ tenantId, userId }: Pick<Identity, 'tenantId' | 'userId'>, inTenant = tenantId): Actor =>
  tenantId === inTenant ? { kind: 'user', id: userId } : { kind: 'platform', id: userId }

/** By whom a lead or a meeting was changed: a person, or nobody, which is the product by itself. */
export const userOrSystem = (userId: string | null | undefined): Actor =>
  userId ? { kind: 'user', id: userId } : { kind: 'system' }

/**
 * Records an act inside the transaction that does it: both are, or neither (TRUST-17). It waits for no other writer; its place in the chain is
 * given afterwards (features/audit/seal.ts). Nothing else writes the table (a test holds it).
 */
export async function audit(tx: Tx, { tenantId, actor, action, subject, before, after, from, at }: Act): Promise<void> {
  const address = from ?? (actor.kind === 'system' || actor.kind === 'agent' ? null : askedFrom())
  await tx.db.insert(auditLog).values({
    tenantId,
    id: uuid(),
    actorKind: actor.kind,
    actorId: actor.kind === 'system' ? null : actor.id,
    actorName: nameOf(tenantId, actor),
    action,
    subjectKind: subject?.kind,
    subject: subject?.id,
    subjectLabel: subject && (subject.label ?? labelOf(tenantId, subject)),
    before: shortened(before),
    after: shortened(after),
    ip: address?.ip,
    userAgent: address?.userAgent,
    createdAt: at,
  })
}

/** Clears what tells an address of every organisation's acts before a moment (Marco Civil, art. 15). The acts stay, and so does the chain. */
export async function clearOldAddresses(system: Tx, before: Date): Promise<void> {
  const told = or(isNotNull(auditLog.ip), isNotNull(auditLog.userAgent))
  await system.db
    .update(auditLog)
    .set({ ip: null, userAgent: null, addressSalt: null })
    .where(and(told, lt(auditLog.createdAt, before)))
}

/** Clears the names of leads that are erased. The acts stay, and so does the chain. */
export async function clearLabels(tx: Tx, tenantId: string, leadIds: readonly string[]): Promise<void> {
  await tx.db
    .update(auditLog)
    .set({ subjectLabel: null, labelSalt: null })
    .where(ofTenant(auditLog, tenantId, inArray(auditLog.subject, [...leadIds])))
}

/** Of two states of something, the fields that differ, as they were and as they are; null when none does. */
export function changesOf<T extends object>(
  before: T,
  after: { [K in keyof T]?: T[K] | undefined },
): { before: AuditFields; after: AuditFields } | null {
  const told = (value: unknown) => JSON.stringify(value ?? null)
  const fields = Object.keys(after).filter((key) => {
    const name = key as keyof T
    return after[name] !== undefined && told(after[name]) !== told(before[name])
  })
  const pick = (of: { [K in keyof T]?: T[K] | undefined }) =>
    Object.fromEntries(fields.map((name) => [name, of[name as keyof T] ?? null]))
  return fields.length === 0 ? null : { before: pick(before), after: pick(after) }
}

function nameOf(tenantId: string, actor: Actor): string | null | SQL<string> {
  if (actor.kind === 'key') return actor.name
  if (actor.kind === 'platform') return PLATFORM
  if (actor.kind === 'system' || actor.id === null) return null
  return labelOf(tenantId, { kind: actor.kind, id: actor.id })
}

/** The name, read by the statement that keeps it. */
function labelOf(tenantId: string, { kind, id }: Subject): null | SQL<string> {
  if (kind === 'user') return sql`(SELECT name FROM ${users} WHERE ${ofTenant(users, tenantId, eq(users.id, id))})`
  if (kind === 'agent') return sql`(SELECT name FROM ${agents} WHERE ${ofTenant(agents, tenantId, eq(agents.id, id))})`
  if (kind === 'lead') return sql`(SELECT name FROM ${leads} WHERE ${ofTenant(leads, tenantId, eq(leads.id, id))})`
  return null
}

const shortened = (fields: AuditFields | undefined): AuditFields | undefined =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > FIELD_MAX_CHARS ? `${value.slice(0, FIELD_MAX_CHARS)}…` : value,
    ]),
  )
